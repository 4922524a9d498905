import TestKit

// Made to be built in two ways: with the trait Fuzzing and the sanitizer fuzzer, whose library has
// the entry point, and otherwise as a program that only says how to do that.

#if FUZZING
    /// Takes one input of the fuzzer's.
    @c(LLVMFuzzerTestOneInput)
    public func takeInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        Decoding.run(Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
    }
#else
    @main
    struct Fuzz {
        static func main() {
            print(
                """
                Build this with:
                    swift build --product fuzz --traits Fuzzing --sanitize fuzzer \\
                        --sanitize address -Xswiftc -sanitize=address,fuzzer \\
                        --scratch-path .build/fuzz
                    mkdir -p .build/fuzz/new
                    ASAN_OPTIONS=detect_leaks=0 .build/fuzz/debug/fuzz \\
                        -rss_limit_mb=4096 .build/fuzz/new Tests/FuzzTests/Corpus
                """)
        }
    }
#endif
