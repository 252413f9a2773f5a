import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { asks, composerOf, newPersonAlone, opens, rowOf, topicHash, uploads, userId } from './person'

/** Each calls `attacked`, if a browser runs it as a script. */
const PAYLOADS = [
  '<img src=x onerror=attacked()>',
  '<script>attacked()</script>',
  '<svg onload=attacked()>',
  '<svg><script>attacked()</script></svg>',
  '<svg><animate onbegin=attacked() attributeName=x dur=1s>',
  '<body onload=attacked()>',
  '<iframe srcdoc="<script>parent.attacked()</script>"></iframe>',
  '<iframe src="javascript:parent.attacked()"></iframe>',
  '<object data="javascript:attacked()"></object>',
  '<embed src="javascript:attacked()">',
  '<a href="javascript:attacked()" autofocus onfocus=attacked()>click</a>',
  '<input autofocus onfocus=attacked()>',
  '<details open ontoggle=attacked()>',
  '<video src=x onerror=attacked()></video>',
  '<audio src=x onerror=attacked()></audio>',
  '<marquee onstart=attacked()>',
  '<style>@import "javascript:attacked()"</style>',
  '<link rel=stylesheet href="javascript:attacked()">',
  '<meta http-equiv=refresh content="0;url=javascript:attacked()">',
  '<base href="javascript:attacked()//">',
  '<form action="javascript:attacked()"><button autofocus>x</button></form>',
  '<math><mtext><table><mglyph><style><img src=x onerror=attacked()></style></mglyph></table></mtext></math>',
  '<template><img src=x onerror=attacked()></template>',
  '"><img src=x onerror=attacked()>',
  "' onmouseover='attacked()",
  '" autofocus onfocus="attacked()',
  '[link](javascript:attacked())',
  '[link](JaVaScRiPt&#58;attacked())',
  '[link](data:text/html,<script>attacked()</script>)',
  '[link](vbscript:attacked())',
  '![picture](javascript:attacked())',
  '[x](https://example.com/" onmouseover="attacked())',
  '```"><img src=x onerror=attacked()>\ncode\n```',
  '$$\\href{javascript:attacked()}{x}$$',
  '~~~ spoiler <img src=x onerror=attacked()>\ninside\n~~~',
  ':<img src=x onerror=attacked()>:',
  '@**<img src=x onerror=attacked()>**',
  '/poll <img src=x onerror=attacked()>\n<script>attacked()</script>',
  '/todo <svg onload=attacked()>\n<img src=x onerror=attacked()>: <svg onload=attacked()>',
]

/** Names are short. */
const NAME = '<img src=x onerror=attacked()>'

/** Returns what of the page is or could become a script of another author. */
const scriptsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const isForeign = element.matches('iframe, object, embed, base, form[action], script:not([src]), img[src="x"]')
      const attributes = [...element.attributes].filter(
        ({ name, value }) => name.startsWith('on') || /^\s*(javascript|vbscript|data:text)/i.test(value),
      )
      return isForeign || attributes.length > 0 ? [element.outerHTML.slice(0, 200)] : []
    }),
  )

test('36. markup in messages, topics and names of channels, users and files runs nothing', async () => {
  const { name } = await newPersonAlone()
  const { url } = inject('server')
  const account = {
    email: `${name}.hostile@parley.example`,
    password: 'orange-tandem-kiwi',
    full_name: '<svg onload=attacked() ',
  }
  const created = await fetch(`${url}/api/v1/dev_create_user`, { method: 'POST', body: new URLSearchParams(account) })
  const { user_id: hostile } = await created.json()
  const channel = { name: `${NAME} ${name}`, stream_id: 0 }
  const subscribers = [userId(name), hostile]
  const description = NAME
  channel.stream_id = (await asks(name, 'POST /channels/create', { name: channel.name, subscribers, description })).id
  const file = await uploads(name, new File([NAME], `${NAME}.png`, { type: 'image/png' }))
  const contents = [
    ...PAYLOADS,
    `[${NAME}](${file.url})`,
    `@**|${hostile}**`,
    `#**${channel.name}>${NAME}**`,
    'the last',
  ]
  for (const content of contents)
    await asks(name, 'POST /messages', { type: 'channel', to: channel.name, topic: NAME, content })
  await asks(name, 'POST /messages', { type: 'direct', to: [hostile], content: NAME })

  const page = await opens(name, {}, topicHash(NAME, channel))
  await page.evaluate(() => Object.assign(globalThis, { attacks: 0, attacked: () => Object(globalThis).attacks++ }))
  await rowOf(page, 'the last').waitFor()
  expect(await page.title()).toContain(NAME)
  const found: Record<string, string[]> = { topic: await scriptsIn(page) }
  await composerOf(page).pressSequentially('@<svg')
  await page.locator('.completion [role="option"]').first().waitFor()
  found.completion = await scriptsIn(page)
  await composerOf(page).fill(PAYLOADS.slice(0, 5).join('\n\n'))
  await composerOf(page).press('Alt+p')
  await page.locator('.preview').waitFor()
  found.preview = await scriptsIn(page)
  for (const hash of [
    '#inbox',
    '#recent',
    '#direct-messages',
    '#feed',
    '#drafts',
    `#narrow/channel/${channel.stream_id}`,
    `#narrow/dm/${hostile}`,
    '#narrow/search/the',
    `#user/${hostile}`,
    `#channels/${channel.stream_id}`,
    `#channels/${channel.stream_id}/x/settings`,
    '#channels/all',
    '#settings/uploads',
    '#organization/users',
  ]) {
    await page.evaluate((next) => (location.hash = next), hash)
    await page.locator('.layer:not([inert]) :is(h1, h2), dialog[open] h2').first().waitFor()
    await page.waitForLoadState('networkidle')
    found[hash] = await scriptsIn(page)
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to…' }).fill('<')
  await page.locator('.switcher [role="option"]').first().waitFor()
  found.switcher = await scriptsIn(page)
  expect(Object.fromEntries(Object.entries(found).filter(([, scripts]) => scripts.length > 0))).toEqual({})
  expect(await page.evaluate(() => Object(globalThis).attacks)).toBe(0)
})
