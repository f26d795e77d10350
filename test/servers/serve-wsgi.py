"""Serves a WSGI application of a system package on a loopback port (0: a free one), prints it, ends when stdin closes."""

import os
import sys
import threading

from werkzeug.serving import make_server


def mapproxy(config):
    from mapproxy.wsgiapp import make_wsgi_app

    return make_wsgi_app(config)


def twms(_config):
    # Its modules import each other without the package's name, so its folder must be on the path.
    sys.path.insert(0, "/usr/lib/python3/dist-packages/twms")
    import daemon

    return daemon.application


def pywps(config):
    from pywps import LiteralInput, LiteralOutput, Process
    from pywps.app.Service import Service

    class Buffer(Process):
        def __init__(self):
            super().__init__(
                self.handle,
                identifier="buffer",
                title="Buffer around a town",
                abstract="Draws a circle of a given width.",
                inputs=[LiteralInput("width", "Width in meters", data_type="float")],
                outputs=[LiteralOutput("area", "Area", data_type="float")],
            )

        def handle(self, request, response):
            response.outputs["area"].data = request.inputs["width"][0].data ** 2

    class Count(Buffer):
        def __init__(self):
            super().__init__()
            self.identifier = "count"
            self.title = "Count the lakes"

    return Service([Buffer(), Count()], [config])


def end_with_parent():
    sys.stdin.read()
    os._exit(0)


application = {"mapproxy": mapproxy, "pywps": pywps, "twms": twms}[sys.argv[1]](sys.argv[2])
server = make_server("127.0.0.1", int(sys.argv[3]), application, threaded=True)
print("listening on %d" % server.server_port, flush=True)
threading.Thread(target=end_with_parent, daemon=True).start()
server.serve_forever()
