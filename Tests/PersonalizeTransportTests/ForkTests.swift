import Glibc
import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeTransport

/// Swift hides `fork`, and a host may still call it.
@_silgen_name("fork") private func forkProcess() -> pid_t

@Suite struct ForkTests {
    @Test func abandoningInAChildLeavesTheParentItsConnection() throws {
        let client = try Client()
        let url = try HTTPServer.plain().url("/echo")
        client.send(url)
        #expect(client.finish().first?.exchange.json?["served"] == 1)
        let sockets = Array(client.transport.sockets)
        #expect(!sockets.isEmpty)
        let child = forkProcess()
        if child == 0 {
            alarm(20)
            client.transport.abandon()
            client.loop.abandon()
            var left: Int32 = 0
            for descriptor in sockets + [client.loop.descriptor] {
                if fcntl(descriptor, F_GETFD) != -1 { left += 1 }
            }
            _exit(left)
        }
        var status: Int32 = -1
        waitpid(child, &status, 0)
        #expect(status == 0)
        client.send(url)
        #expect(client.finish().first?.exchange.json?["served"] == 2)
    }
}
