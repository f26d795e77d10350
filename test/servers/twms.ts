// twms with the configuration its package brings; it writes whatever version was asked for into its answer.
import { type RunningServer, startWsgi } from './running-server.ts';

export async function startTwms(): Promise<RunningServer> {
  const { port, stop } = await startWsgi('twms', '');
  return { url: `http://127.0.0.1:${port}/`, close: stop };
}
