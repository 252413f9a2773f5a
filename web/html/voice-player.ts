import type { Client } from '../client/client'
import { mayTranscribe } from '../store/may-ask-model'
import { voiceWords as words } from '../words/en-voice'
import { boxOf, drawingOf, shapeIn, type Shape } from './voice-link'
import { addTextButton } from './voice-text'
import './voice.css'

const SVG = 'http://www.w3.org/2000/svg'
const SPEEDS = [1, 1.5, 2]
const PLACE_OF_SPEED = 'voice-speed'

/** One voice message plays at a time. */
let playing: HTMLAudioElement | undefined

/** Returns minutes and seconds. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** Shows a voice message in the place of its link. A link without a shape stays, and returns false. */
export function showVoice(client: Client, link: HTMLAnchorElement): boolean {
  const shape = shapeIn(link.hash)
  if (shape === undefined) return false
  const player = voicePlayer(client, link.href.slice(0, -link.hash.length), shape)
  link.replaceWith(player)
  link.setAttribute('aria-label', words.openFile)
  link.className = 'ib'
  link.replaceChildren(icon('file'))
  player.append(link)
  const message_id = Number(player.closest<HTMLElement>('[data-id]')?.dataset.id)
  if (message_id > 0 && mayTranscribe(client.store.state))
    addTextButton(client, player, { message_id, path: link.pathname })
  return true
}

/** Returns the controls of a sound: play, the shape with the place in it, the time and the speed. Nothing loads before it plays. */
export function voicePlayer(client: Client, source: string, shape: Shape): HTMLElement {
  const audio = document.createElement('audio')
  audio.preload = 'none'
  audio.src = source
  const [play, speed] = [button('ib'), button('act speed')]
  const place = document.createElement('input')
  const time = document.createElement('span')
  time.className = 'time'
  const wave = document.createElement('div')
  wave.className = 'wave'
  wave.append(waveOf(shape.peaks), waveOf(shape.peaks), place)
  const player = document.createElement('div')
  player.className = 'voice-message'
  player.setAttribute('role', 'group')
  player.setAttribute('aria-label', words.named(clock(shape.seconds)))
  player.append(play, wave, time, speed, audio)

  prepare(place, shape.seconds)
  const show = () => showPlace({ player, place, time }, shape.seconds, audio)
  showPlaying(play, audio)
  showSpeed(client, speed, audio)
  play.addEventListener('click', () => void toggle(client, audio))
  speed.addEventListener('click', () => {
    const next = SPEEDS[(SPEEDS.indexOf(speedOf(client)) + 1) % SPEEDS.length] ?? 1
    client.environment.storage.setItem(PLACE_OF_SPEED, String(next))
    showSpeed(client, speed, audio)
  })
  place.addEventListener('input', () => {
    audio.currentTime = place.valueAsNumber
    show()
  })
  audio.addEventListener('timeupdate', show)
  for (const type of ['play', 'pause', 'ended'] as const) audio.addEventListener(type, () => showPlaying(play, audio))
  audio.addEventListener('play', () => showSpeed(client, speed, audio))
  audio.addEventListener('ended', () => {
    audio.currentTime = 0
    show()
  })
  show()
  return player
}

function button(className: string): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = className
  return element
}

/** The sprite of the page, which each start loads, has none of these. */
export const DRAWINGS = {
  play: 'M5 3.2v9.6l7.5-4.8z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  stop: 'M4.5 4.5h7v7h-7z',
  file: 'M4 2h5l3.5 3.5V14H4zM9 2v3.5h3.5',
}

function icon(name: keyof typeof DRAWINGS): SVGElement {
  const [drawing, path] = [document.createElementNS(SVG, 'svg'), document.createElementNS(SVG, 'path')]
  drawing.setAttribute('class', 'i')
  drawing.setAttribute('viewBox', '0 0 16 16')
  drawing.setAttribute('aria-hidden', 'true')
  path.setAttribute('d', DRAWINGS[name])
  drawing.append(path)
  return drawing
}

/** Returns a drawing of the shape. It stretches to its place, and its strokes keep their width. */
function waveOf(peaks: readonly number[]): SVGElement {
  const [drawing, path] = [document.createElementNS(SVG, 'svg'), document.createElementNS(SVG, 'path')]
  drawing.setAttribute('viewBox', boxOf(peaks.length))
  drawing.setAttribute('preserveAspectRatio', 'none')
  drawing.setAttribute('aria-hidden', 'true')
  path.setAttribute('d', drawingOf(peaks))
  drawing.append(path)
  return drawing
}

/** The place in the sound is a slider, which keys and fingers move, and which has a name and a value for screen readers. */
function prepare(place: HTMLInputElement, seconds: number): void {
  place.type = 'range'
  place.min = '0'
  place.max = String(seconds)
  place.step = String(Math.max(0.1, Math.min(1, seconds / 20)))
  place.value = '0'
  place.setAttribute('aria-label', words.place)
}

type Controls = { player: HTMLElement; place: HTMLInputElement; time: HTMLElement }

function showPlace(
  { player, place, time }: Controls,
  seconds: number,
  { currentTime, paused }: HTMLAudioElement,
): void {
  place.value = String(currentTime)
  place.setAttribute('aria-valuetext', words.placeOf(clock(currentTime), clock(seconds)))
  player.style.setProperty('--played', `${Math.min(100, (100 * currentTime) / Math.max(1, seconds))}%`)
  time.textContent = clock(paused && currentTime === 0 ? seconds : currentTime)
}

function showPlaying(play: HTMLButtonElement, { paused }: HTMLAudioElement): void {
  play.setAttribute('aria-label', paused ? words.play : words.pause)
  play.replaceChildren(icon(paused ? 'play' : 'pause'))
}

const speedOf = ({ environment }: Client): number => {
  const speed = Number(environment.storage.getItem(PLACE_OF_SPEED))
  return SPEEDS.includes(speed) ? speed : 1
}

function showSpeed(client: Client, speed: HTMLButtonElement, audio: HTMLAudioElement): void {
  const rate = speedOf(client)
  audio.playbackRate = rate
  speed.textContent = words.times(rate)
  speed.setAttribute('aria-label', words.speed(rate))
}

async function toggle({ setNotice }: Client, audio: HTMLAudioElement): Promise<void> {
  if (!audio.paused) return audio.pause()
  if (playing !== audio) playing?.pause()
  playing = audio
  try {
    await audio.play()
  } catch (error) {
    // The user pressed pause before the file had arrived.
    if (error instanceof DOMException && error.name === 'AbortError') return
    setNotice({ text: words.cannotPlay })
  }
}
