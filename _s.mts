import { wms } from './src/kinds/wms.ts';
import { readFileSync } from 'node:fs';
const rows=readFileSync('/work/shared/corpus/urls-benchmark.tsv','utf8').trim().split('\n').slice(1).map(l=>l.split('\t'));
const s=(u:string)=>wms.suspect({url:u,foundBy:'link',anchor:'',window:'',nofollow:false});
let tp=0,fn=0,fp=0,tn=0; const by:Record<string,[number,number]>={}; const miss:string[]=[],wrong:string[]=[];
for(const [label,type,url] of rows){const hit=s(url!)>=0.5; const k=label+' '+type; const g=by[k]??=[0,0];g[1]++;if(hit)g[0]++;
 if(label==='1'&&(type==='WMS'||type==='WMS-C')){hit?tp++:(fn++,miss.push(url!))} else if(label==='0'){hit?(fp++,wrong.push(type+' '+url)):tn++}}
console.log('WMS vs label0',{tp,fn,fp,tn,precision:tp/(tp+fp),recall:tp/(tp+fn)});
let a=0,b=0;for(const [label,,url] of rows){const hit=s(url!)>=0.5;if(label==='1'){if(hit)a++}else if(hit)b++;}
console.log('service in general',{precision:a/(a+b),recall:a/rows.filter(r=>r[0]==='1').length});
console.log(by);console.log(miss.join('\n'));console.log('FP');console.log(wrong.join('\n'));
