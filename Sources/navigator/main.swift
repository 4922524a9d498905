import Bus
import Glibc

let program = Program("navigator", "takes in destinations, and replaces no trip unasked")
exit(Startup.run(program) { bus, thread in try NavigatorProcess(bus: bus, thread: thread) })
