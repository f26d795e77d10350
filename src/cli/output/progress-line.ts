// Progress line on stderr: redrawn on a terminal, a plain line every ten seconds elsewhere.
import type { CrawlProgress } from '../../model/report.ts';

const redrawMs = 200;
const plainEveryMs = 10_000;
/** Ordinary crawl delays aren't shown. */
const longWaitMs = 3000;

export interface ProgressLine {
  /** Clears the line so that something else can be written. */
  clear(): void;
  /** Redraws it, on a terminal only. */
  draw(): void;
  stop(): void;
}

export function startProgressLine(read: () => CrawlProgress, isTerminal: boolean): ProgressLine {
  const draw = () => {
    const line = formatProgress(read(), Date.now());
    process.stderr.write(isTerminal ? `\r\u001b[2K${line.slice(0, (process.stderr.columns ?? 100) - 1)}` : `${line}\n`);
  };
  const timer = setInterval(draw, isTerminal ? redrawMs : plainEveryMs);
  timer.unref();
  const clear = () => {
    if (isTerminal) process.stderr.write('\r\u001b[2K');
  };
  return {
    clear,
    draw: () => {
      if (isTerminal) draw();
    },
    stop: () => {
      clearInterval(timer);
      clear();
    },
  };
}

export function formatProgress(progress: CrawlProgress, nowMs: number): string {
  const seconds = Math.max(0.001, (nowMs - progress.startedAtMs) / 1000);
  const rate = progress.pages / seconds;
  const parts = [
    `pages ${grouped(progress.pages)} (${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s)`,
    `queue ${grouped(progress.pending)}`,
    `hosts ${grouped(progress.hosts)}`,
    `services ${grouped(progress.resources)}`,
    ...(progress.records === undefined ? [] : [`records ${grouped(progress.records)}`]),
    `errors ${grouped(progress.failures)}`,
    clockTime(seconds),
  ];
  const waitingMs = (progress.waitingUntilMs ?? nowMs) - nowMs;
  if (waitingMs >= longWaitMs) parts.push(`waiting ${clockTime(waitingMs / 1000)}`);
  return parts.join(' · ');
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ' ');
}

function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
