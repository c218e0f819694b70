const B='http://localhost:4101';
const r=await fetch(B+'/api/auth/login',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({email:'admin@example.com',password:'Correct-Horse-42!'})});
const cookie=r.headers.getSetCookie().map(c=>c.split(';')[0]).join('; ');
const t=Date.now();const {createWriteStream}=await import('node:fs');const {pipeline}=await import('node:stream/promises');const {Readable}=await import('node:stream');
const e=await fetch(B+'/api/documents/export',{headers:{cookie}});await pipeline(Readable.fromWeb(e.body),createWriteStream('/tmp/big.zip'));console.log(e.status,(Date.now()-t)/1000);
const {openArchive}=await import('./server/documents/import/archive.ts');const a=await openArchive('/tmp/big.zip');console.log(a.files.length);a.close();
