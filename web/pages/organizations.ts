// The script of the pages about other organizations. It imports nothing: the policy of these pages names this one file.
//
// The list is in the browser, and all that enters it comes from the user, who presses a button beside the address. Nothing that another
// page hands over counts by itself: proposals are only shown, and counts only count if this page requested them.

type Entry = { origin: string; name: string; secret?: string }
/** What is stored. `question` is the organization that the user was sent to, and the text that must come back from there. */
type List = { user_id: number; entries: Entry[]; question?: { origin: string; state: string } }

const KEY = 'organizations'
const MAX_ENTRIES = 20
const MAX_NAME_CHARACTERS = 60
const MAX_ADDRESS_CHARACTERS = 200
const MAX_ANSWER_CHARACTERS = 65_536
const MAX_MILLISECONDS = 10_000
const STATE_BYTES = 24
const SECRET = /^[A-Za-z0-9]{43}$/

const part = (name: string) => document.querySelector<HTMLElement>(`[data-part="${name}"]`)

/** Calls an action when a part of the page is used. */
const on = (element: Element | null | undefined, kind: 'click' | 'submit', act: () => void) =>
  element?.addEventListener(kind, (event) => {
    event.preventDefault()
    part('problem')?.toggleAttribute('hidden', true)
    act()
  })

/** Shows one of the sentences of the page. */
function complain(sentence: 'unreachable' | 'invalid' | 'many' | 'unasked'): void {
  const problem = part('problem')
  if (problem === null) return
  problem.textContent = problem.dataset[sentence] ?? ''
  problem.hidden = false
}

const user_id = Number(part('list')?.dataset.user ?? part('back')?.dataset.user)

/** Another user of this browser begins with an empty list. */
function stored(): List {
  const empty: List = { user_id, entries: [] }
  try {
    const list: List | null = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return list?.user_id === user_id ? list : empty
  } catch {
    return empty
  }
}

function store(list: List): void {
  // So each organization shows them in the same order.
  list.entries.sort((one, other) => (one.origin < other.origin ? -1 : 1))
  if (list.entries.length === 0 && list.question === undefined) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, JSON.stringify(list))
}

/** Returns the origin that an address means, or undefined if it is none of another organization. */
function originOf(address: string): string | undefined {
  const written = address.trim().slice(0, MAX_ADDRESS_CHARACTERS)
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? '' : 'https://'
  if (written === '' || !URL.canParse(scheme + written)) return undefined
  const { origin, protocol, hostname, username } = new URL(scheme + written)
  const isLocal = location.protocol === 'http:' && /(?:^|\.)localhost$/.test(hostname)
  const isUsable = protocol === 'https:' || (protocol === 'http:' && isLocal)
  return isUsable && username === '' && origin !== location.origin ? origin : undefined
}

/** Returns a body as text. Throws if it is too large. */
async function textOf({ body }: Response): Promise<string> {
  let text = ''
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    text += piece.value
    if (text.length <= MAX_ANSWER_CHARACTERS) continue
    void reader?.cancel()
    throw new Error('too large')
  }
  return text
}

/** Returns a name without what could change how the text around it is shown. */
const cleaned = (name: string): string =>
  [...name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()].slice(0, MAX_NAME_CHARACTERS).join('')

/** Returns the name of the organization at an origin, as its public settings say. Throws if there is none. */
async function nameAt(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/v1/server_settings`, {
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(MAX_MILLISECONDS),
  })
  const answer: unknown = JSON.parse(await textOf(response))
  const name: unknown = Reflect.get(Object(answer), 'realm_name')
  if (!response.ok || typeof name !== 'string' || cleaned(name) === '') throw new Error('no organization')
  return cleaned(name)
}

const hostOf = (origin: string) => new URL(origin).host

function setText(within: ParentNode, selector: string, text: string): void {
  const element = within.querySelector(selector)
  if (element) element.textContent = text
}

function showList(): void {
  const { entries } = stored()
  const template = part('entry')
  if (!(template instanceof HTMLTemplateElement)) return
  part('list')?.replaceChildren(
    ...entries.map((entry) => {
      const { origin, name, secret } = entry
      const item = document.createElement('div')
      item.append(template.content.cloneNode(true))
      setText(item, 'strong', name)
      setText(item, 'small', hostOf(origin))
      item.querySelector('[data-part=open]')?.setAttribute('href', `${origin}/`)
      const others = [location.origin, ...entries.flatMap((other) => (other === entry ? [] : other.origin))]
      const list = new URLSearchParams({ add: others.join(' ') })
      item.querySelector('[data-part=give]')?.setAttribute('href', `${origin}/organizations#${list}`)
      const ask = item.querySelector<HTMLElement>('[data-part=ask]')
      if (ask) ask.hidden = secret !== undefined
      on(ask, 'click', () => askFor(origin))
      on(item.querySelector('[data-part=remove]'), 'click', () => {
        const list = stored()
        store({ ...list, entries: list.entries.filter((other) => other.origin !== origin) })
        showList()
      })
      return item.firstElementChild ?? item
    }),
  )
}

/** Sends the user to the organization, which asks whether this page may show their counts. */
function askFor(origin: string): void {
  const state = [...crypto.getRandomValues(new Uint8Array(STATE_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  store({ ...stored(), question: { origin, state } })
  location.assign(`${origin}/organizations/share?${new URLSearchParams({ with: location.origin, state })}`)
}

/** Adds an organization that the user wants, or gives it another name. */
function add(origin: string, name: string): void {
  const list = stored()
  const earlier = list.entries.find((entry) => entry.origin === origin)
  if (earlier) earlier.name = name
  else if (list.entries.length >= MAX_ENTRIES) return complain('many')
  else list.entries.push({ origin, name })
  store(list)
}

let found: { origin: string; name: string } | undefined

async function lookUp(address: string): Promise<void> {
  const section = part('found')
  const origin = originOf(address)
  found = undefined
  if (section) section.hidden = true
  if (origin === undefined) return complain('invalid')
  const name = await nameAt(origin).catch(() => undefined)
  if (name === undefined || section === null) return complain('unreachable')
  found = { origin, name }
  setText(section, 'h2', name)
  setText(section, 'code', hostOf(origin))
  section.hidden = false
  section.querySelector('button')?.focus()
}

/** Shows what another page proposes. Nothing is read from there, and nothing is added, until the user presses a button. */
function propose(addresses: string): void {
  const listed = new Set(stored().entries.map(({ origin }) => origin))
  const proposed = new Set(addresses.split(' ').slice(0, MAX_ENTRIES).map(originOf))
  const section = part('proposed')
  for (const origin of proposed) {
    if (origin === undefined || listed.has(origin) || section === null) continue
    const button = document.createElement('button')
    Object.assign(button, { type: 'button', className: 'second', textContent: hostOf(origin) })
    on(button, 'click', () => void lookUp(origin))
    section.append(button)
    section.hidden = false
  }
}

/** Reads the names of organizations that the user listed from their own pages. */
async function findNames(): Promise<void> {
  for (const { origin, name } of stored().entries) {
    if (name !== hostOf(origin)) continue
    const found = await nameAt(origin).catch(() => undefined)
    if (found !== undefined) add(origin, found)
  }
  showList()
}

/** Keeps the secret of a count address, if it requested it from that organization. */
function take(secret: string, from: string, state: string): void {
  const { question, ...list } = stored()
  const entry = list.entries.find(({ origin }) => origin === from)
  const isOwnQuestion = question?.origin === from && question.state === state
  if (!entry || !isOwnQuestion || !SECRET.test(secret)) return complain('unasked')
  entry.secret = secret
  store(list)
}

if (part('list')) {
  const handed = new URLSearchParams(location.hash.slice(1))
  addEventListener('hashchange', () => location.reload())
  // The secret stays in no history.
  if (location.hash !== '') history.replaceState(undefined, '', location.pathname)
  const counts = handed.get('counts')
  if (counts !== null) take(counts, handed.get('from') ?? '', handed.get('state') ?? '')
  propose(handed.get('add') ?? '')
  showList()
  void findNames()
  const form = part('look-up')
  form?.toggleAttribute('hidden', false)
  const field = form?.querySelector('input')
  on(form, 'submit', () => void lookUp(field?.value ?? ''))
  on(part('add'), 'click', () => {
    if (found) add(found.origin, found.name)
    part('found')?.toggleAttribute('hidden', true)
    if (field) field.value = ''
    showList()
  })
}

// On the page that asks: the user may also list the organization that asks. Its name is read when the list is shown.
const back = part('back')
const form = back?.closest('form')
const asking = form?.querySelector<HTMLInputElement>('input[name=with]')?.value
if (back && form && asking !== undefined) {
  back.hidden = false
  form.addEventListener('submit', () => {
    const origin = originOf(asking)
    if (origin !== undefined && back.querySelector('input')?.checked) add(origin, hostOf(origin))
  })
}

export {}
