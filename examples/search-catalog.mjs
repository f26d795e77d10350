// Searches a catalog a crawl has filled. Run: node examples/search-catalog.mjs geotrawl-data/demo.db land cover
import { openCatalog } from 'geotrawl';

const [db, ...words] = process.argv.slice(2);
if (db === undefined) throw new Error('Give the database file, then words.');

const catalog = openCatalog({ db });
try {
  const { total, items } = await catalog.search({ words: words.join(' '), extent: [-11, 51, -5, 56], limit: 5 });
  console.log(`${total} in Ireland`);
  for (const { resource, layers, reasons } of items) {
    console.log(`${resource.title}  ${resource.endpoint}`);
    for (const layer of layers) console.log(`  ${layer.name}  ${layer.title}`);
    console.log(`  because ${reasons.join(', ')}`);
  }
} finally {
  await catalog.close();
}
