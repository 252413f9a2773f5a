import { openPart } from '../base/beside'
import type { Client } from '../client/client'
import { laterWords } from '../words/en-later'
import { mediaWords as words } from '../words/en-media'
import { playgroundsFor } from './playgrounds'
import { stillPicture } from './still-picture'

/** Improves what few messages have: wide tables, films, sound, code that can be copied and run, and pictures that move. */
export function enrich(client: Client, body: HTMLElement): void {
  for (const [at, table] of body.querySelectorAll('table').entries()) addScrolling(client, table, at)
  for (const video of body.querySelectorAll('video')) addControls(video)
  for (const link of body.querySelectorAll<HTMLAnchorElement>('a[href*="user_uploads/"]')) addSound(client, link)
  for (const code of body.querySelectorAll<HTMLElement>('.codehilite')) addCopyButton(client, code)
  for (const code of body.querySelectorAll<HTMLElement>('.codehilite[data-code-language]')) addPlaygrounds(client, code)
  const { web_animate_image_previews: policy } = client.store.state.user_settings
  const formats: { name: string; animated: boolean }[] = client.store.state.server_thumbnail_formats ?? []
  const movingName = formats.find(({ animated }) => animated)?.name
  for (const image of body.querySelectorAll<HTMLImageElement>('.message_inline_image img'))
    stillPicture(image, policy, movingName)
}

function addCopyButton(client: Client, code: HTMLElement) {
  const tools = document.createElement('div')
  tools.className = 'code-tools'
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = laterWords.copyCode
  button.addEventListener('click', () => void copy(client, code.querySelector('code')?.textContent ?? ''))
  tools.append(button)
  code.append(tools)
}

async function copy({ setNotice }: Client, text: string) {
  try {
    await navigator.clipboard.writeText(text)
    setNotice({ text: laterWords.codeCopied })
  } catch {
    setNotice({ text: laterWords.linkNotCopied })
  }
}

/** A table that is wider than the message scrolls inside of a frame, also by keyboard, and says so. */
function addScrolling(client: Client, table: HTMLTableElement, at: number) {
  const [wide, frame] = [document.createElement('div'), document.createElement('div')]
  wide.className = 'wide'
  frame.className = 'table-frame'
  frame.tabIndex = 0
  frame.setAttribute('role', 'group')
  frame.setAttribute('aria-label', words.table)
  table.replaceWith(wide)
  frame.append(table)
  wide.append(frame)
  const message_id = Number(wide.closest<HTMLElement>('[data-id]')?.dataset.id)
  new ResizeObserver(() => {
    const isCut = frame.scrollWidth > frame.clientWidth + 1
    wide.classList.toggle('cut', isCut)
    if (isCut && wide.childElementCount === 1) wide.append(hintOf(client, message_id, at))
  }).observe(frame)
}

/** What stands below a table with more columns than fit. */
function hintOf(client: Client, message_id: number, at: number): HTMLElement {
  const hint = document.createElement('p')
  hint.append(words.scrolls)
  if (!(message_id > 0)) return hint
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'act'
  button.textContent = words.enlarge
  button.addEventListener('click', () => openPart(client, { part: 'table', message_id, at }))
  hint.append(button)
  return hint
}

/** The film plays in its message. The link below it downloads it. */
function addControls(video: HTMLVideoElement) {
  const link = video.closest('a')
  video.controls = true
  video.playsInline = true
  if (link === null) return
  const name = link.title || nameOf(link)
  video.setAttribute('aria-label', name)
  link.before(video)
  link.textContent = name
  link.classList.add('film-name')
}

const SOUND = /\.(?:aac|flac|m4a|mp3|oga|ogg|opus|wav|weba)$/i

function addSound(client: Client, link: HTMLAnchorElement) {
  const isOwn = link.origin === location.origin && link.pathname.startsWith('/user_uploads/')
  if (!isOwn || !SOUND.test(link.pathname) || link.closest('blockquote') !== null) return
  if (!link.hash.startsWith('#voice-')) return addControlsOfSound(link)
  import('./voice-player').then(({ showVoice }) => showVoice(client, link) || addControlsOfSound(link), client.report)
}

function addControlsOfSound(link: HTMLAnchorElement) {
  const audio = document.createElement('audio')
  audio.controls = true
  audio.preload = 'none'
  audio.src = link.href
  audio.setAttribute('aria-label', link.textContent || nameOf(link))
  const paragraph = link.closest('p, li') ?? link
  paragraph.append(audio)
}

function addPlaygrounds({ store }: Client, code: HTMLElement) {
  const text = code.querySelector('code')?.textContent ?? ''
  for (const { name, url } of playgroundsFor(store.state.realm_playgrounds ?? [], code.dataset.codeLanguage, text)) {
    const link = document.createElement('a')
    link.href = url
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
    link.textContent = words.openIn(name)
    code.querySelector('.code-tools')?.append(link)
  }
}

const nameOf = ({ pathname }: HTMLAnchorElement): string => {
  const name = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
