import Bus
import Glibc

let program = Program("engine", "holds the play session and what it has pressed on the controller")
exit(Startup.run(program) { bus, thread in try EngineProcess(bus: bus, thread: thread) })
