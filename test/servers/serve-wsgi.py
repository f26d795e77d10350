"""Serves a WSGI application of a system package on a free loopback port, prints the port, ends when stdin closes."""

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


def end_with_parent():
    sys.stdin.read()
    os._exit(0)


application = {"mapproxy": mapproxy, "twms": twms}[sys.argv[1]](sys.argv[2])
server = make_server("127.0.0.1", 0, application, threaded=True)
print("listening on %d" % server.server_port, flush=True)
threading.Thread(target=end_with_parent, daemon=True).start()
server.serve_forever()
