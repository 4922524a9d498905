import Bus
import Glibc

let program = Program("face", "owns the controls, the outbox and what every view shows")
exit(Startup.run(program) { bus, thread in try FaceProcess(bus: bus, thread: thread) })
