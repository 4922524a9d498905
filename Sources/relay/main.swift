import Bus
import Glibc

let program = Program(
    "relay", "carries requests from faces to the engine, and knowledge from it to faces")
exit(Startup.run(program) { bus, thread in try RelayProcess(bus: bus, thread: thread) })
