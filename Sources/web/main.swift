import Bus
import Glibc

let program = Program("web", "serves the face to browsers")
exit(Startup.run(program) { bus, thread in try WebProcess(bus: bus, thread: thread) })
