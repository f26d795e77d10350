import { makeDocument } from './src/base/document.ts';
import { kinds } from './src/kinds/index.ts';
import { wms } from './src/kinds/wms.ts';
import { readFileSync } from 'node:fs';
const root='/work/shared/corpus/documents/';
const rows=readFileSync(root+'expected.jsonl','utf8').trim().split('\n').map(l=>JSON.parse(l));
const agree:Record<string,[number,number]>={};
const cmp=(k:string,f:string,a:unknown,b:unknown)=>{const g=agree[k]??=[0,0];g[1]++; if(JSON.stringify(a)===JSON.stringify(b))g[0]++; else console.log(k,f.slice(4,90),'expected',JSON.stringify(b)?.slice(0,150),'got',JSON.stringify(a)?.slice(0,150));};
for(const r of rows){ const d=makeDocument({url:'http://example.org/ows?SERVICE=WMS&REQUEST=GetCapabilities',bytes:readFileSync(root+r.file)});
 const ids=wms.identify(d); if(r.kind!=='wms'){ if(ids.length)console.log('WRONG',r.file); continue;}
 if(!ids.length){console.log('MISSED',r.file);cmp('found',r.file,false,true);continue}
 cmp('found',r.file,true,true);
 const x=wms.describe(d,ids[0]!); const e=r.expected;
 cmp('version',r.file,ids[0]!.version,r.version);cmp('layers',r.file,x.layerCount,e.layers);cmp('title',r.file,x.title,e.title.replace(/\s+/g,' ').trim());
 const named=x.layers.filter(l=>l.name!==null);cmp('named',r.file,named.length,e.named_layers);cmp('distinct',r.file,new Set(named.map(l=>l.name)).size,e.distinct_names);
 cmp('names',r.file,[...named.slice(0,5).map(l=>l.name)],e.layer_names.slice(0,5));
 cmp('last',r.file,named.at(-1)?.name??null,e.last_layer_name??null);
 cmp('queryable',r.file,x.layers.filter(l=>l.queryable).length,e.queryable);
 cmp('geobbox',r.file,named.filter(l=>l.extent).length,e.named_with_geobbox);
 cmp('union',r.file,x.extent?.map(v=>Math.round(v*1e4)/1e4)??null,e.union_bbox?.map((v:number)=>Math.round(v*1e4)/1e4)??null);
 cmp('crs',r.file,new Set(x.layers.flatMap(l=>l.crs)).size,e.crs);
 cmp('styles',r.file,x.layers.reduce((s,l)=>s+l.styles.length,0),e.styles);
 cmp('time',r.file,x.layers.filter(l=>l.time).length,e.time_layers);
 cmp('formats',r.file,x.formats.length,e.getmap_formats??0);
 cmp('url',r.file,x.claimedUrl,e.getmap_url);
 (globalThis as any).sw??={};const s=x.software?.split(' ')[0]??'-';(globalThis as any).sw[s]=((globalThis as any).sw[s]??0)+1;
}
console.log(agree,(globalThis as any).sw);
