import { openApp, go, chooseFile, settled, seriousFaults, sidewaysScroll, closeBrowser } from './browser.mjs';
const program={base:'http://127.0.0.1:8799/',start:'http://127.0.0.1:8799/'};
for (const colorScheme of ['light','dark']) {
 const app=await openApp(program,{colorScheme}); const {page}=app;
 await chooseFile(page,'people.csv');
 await go(page,'Protect'); await settled(page);
 await page.getByRole('button',{name:'Add a step'}).click(); await page.locator('dialog li:not(.greyed) button',{hasText:'PRAM'}).first().or(page.locator('dialog').getByRole('button',{name:/MDAV/}).last()).first().waitFor();
 await page.waitForTimeout(1500); console.log('dialog',await seriousFaults(page));
 await page.locator('dialog li:not(.greyed) button').first().click(); await settled(page);
 for (const s of ['Data','Roles','Risk','Protect','Compare','Release','Tables','Databases','Jobs']) { await go(page,s); await settled(page);
  console.log(colorScheme,s,(await seriousFaults(page)).slice(0,6));
  for (const w of [360,768,1280,1920]) { await page.setViewportSize({width:w,height:800}); await page.waitForTimeout(150); const d=await sidewaysScroll(page); if(d>0) console.log('   wide',w,d); }
  await page.setViewportSize({width:1280,height:800});
 }
 console.log(app.faults); await app.context.close();
}
await closeBrowser();
