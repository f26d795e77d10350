import { crawlInMemory } from '/tmp/md/main/lab/crawl/crawl-in-memory.ts';
import { makeWeb } from '/tmp/md/main/lab/web/web.ts';
import { orderings } from '/tmp/md/main/src/rank/orderings.ts';
const name = process.argv[2] as 'learned';
for (const s of process.argv[3]!.split(',')) {
  const seed = Number(s);
  const web = makeWeb({ seed, documents: 40000, month: 0 });
  const t = Date.now();
  const r = crawlInMemory({ web, ordering: orderings[name]({ seed }), limit: Number(process.env.L ?? 22000) });
  const n = web.services.length, total = 40400;
  const at = (p: number) => (100 * r.foundAt.filter((a) => a <= p * total).length / n).toFixed(1);
  console.log(name, seed, n, '5:', at(.05), '10:', at(.1), '15:', at(.15), '25:', at(.25), '50:', at(.5), '90% at', (100 * (r.foundAt[Math.ceil(.9 * n) - 1] ?? NaN) / total).toFixed(1), ((Date.now() - t) / 1000).toFixed(0) + 's');
}
