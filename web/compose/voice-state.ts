import { batch, createEffect, createSignal, onCleanup, onMount } from 'solid-js'
import type { Client } from '../client/client'
import { clock } from '../html/voice-player'
import { keyOfRoute, type Writable } from '../routes/route'
import type { Conversation } from '../store/conversations'
import { words as common } from '../words/en'
import { voiceWords as words } from '../words/en-voice'
import { findKind, MAX_MINUTES, record, type Recorder, type Recording } from './recording'
import type { Menu } from './composer-state'
import { unsentOf } from './voice-drafts'
import { sendVoice } from './voice-sending'

export type RecorderProps = {
  route: Writable
  /** The name of the conversation. */
  name: string
  field: HTMLTextAreaElement
  ready: (content: string) => { to: Conversation; content: string } | undefined
  sent: (to: Conversation) => void
  setMenu: (menu: Menu) => void
  close: () => void
}

/** What was recorded for this conversation, or is recorded as soon as the recorder opens. */
export function createRecording(client: Client, route: Writable) {
  const unsent = unsentOf(client)
  const key = keyOfRoute(route)
  const [recorder, setRecorder] = createSignal<Recorder>()
  const [recording, setRecording] = createSignal<Recording | undefined>(unsent.get(key))
  const [error, setError] = createSignal('')
  const stop = () => recorder()?.stop()
  const place = keyOfRoute(client.route())
  /** Whether the user is still where the recorder opened. */
  const isHere = () => keyOfRoute(client.route()) === place
  let isGone = false

  async function begin() {
    setError('')
    const kind = findKind()
    if (client.store.state.max_file_upload_size_mib === 0) return void setError(words.noUploads)
    if (kind === undefined) return void setError(words.impossible)
    try {
      const started = await record(client, kind)
      if (isGone || !isHere()) {
        // The user went on while the browser asked for the microphone.
        started.cancel()
        return void setError(words.silent)
      }
      const ends = unsent.records()
      setRecorder(started)
      const finished = await started.done
      ends()
      if (finished !== undefined) unsent.set(key, finished)
      batch(() => {
        setRecording(finished)
        setError(finished === undefined ? words.silent : limitOf(client, finished))
        setRecorder(undefined)
      })
    } catch (failure) {
      setError(reasonOf(failure))
    }
  }

  onMount(() => {
    if (recording() === undefined) void begin()
  })
  onCleanup(() => {
    isGone = true
    stop()
  })
  return {
    recorder,
    recording,
    error,
    setError,
    begin,
    stop,
    isGone: () => isGone,
    isHere,
    /** Nothing is left of what was recorded. */
    forget() {
      unsent.delete(key)
      setRecording(undefined)
    },
    restore: (forgotten: Recording) => unsent.set(key, forgotten),
  }
}

/** Sends what was recorded, discards it, and says where it waits when the user goes to another view. */
export function createActs(client: Client, props: RecorderProps, state: ReturnType<typeof createRecording>) {
  const { recorder, recording, isHere } = state
  /** The share of the file that has arrived. */
  const [sent, setSent] = createSignal<number>()

  function discard() {
    if (sent() !== undefined) return
    const discarded = recording()
    recorder()?.cancel()
    state.forget()
    if (discarded !== undefined)
      client.setNotice({
        text: words.discarded,
        undo() {
          state.restore(discarded)
          props.setMenu('voice')
        },
      })
    props.close()
  }

  async function send() {
    const finished = recording()
    if (finished === undefined || sent() !== undefined) return
    state.setError('')
    const message = props.ready(words.link(clock(finished.seconds)))
    if (message === undefined) return
    setSent(0)
    const reason = await sendVoice(client, finished, message, setSent)
    setSent(undefined)
    if (reason !== undefined) return void state.setError(reason)
    state.forget()
    if (state.isGone()) return
    // A text that the user began stays, and so does the view that the user went to.
    if (isHere() && props.field.value === '') props.sent(message.to)
    props.setMenu(undefined)
  }

  createEffect(() => {
    if (isHere()) return
    state.stop()
    if (recording() === undefined || sent() !== undefined) return
    client.setNotice({
      text: words.kept(props.name),
      action: { label: common.composer.openSent, run: () => client.go(props.route) },
    })
  })
  return { sent, isSending: () => sent() !== undefined, discard, send }
}

const CLICK_AFTER_MILLISECONDS = 500

/** A finger that holds the button records as long as it stays there. */
export function stopWhenReleased(field: HTMLTextAreaElement, stop: () => void): void {
  if (field.form?.querySelector('.voice.held') === null) return
  const released = new AbortController()
  function release({ timeStamp }: Event) {
    released.abort()
    stop()
    // The browser may add a click at the place of the finger, where the button is now that sends.
    const prevent = (click: Event) => {
      if (click.timeStamp - timeStamp > CLICK_AFTER_MILLISECONDS) return
      click.preventDefault()
      click.stopPropagation()
    }
    document.addEventListener('click', prevent, { capture: true, once: true })
  }
  for (const type of ['pointerup', 'pointercancel'])
    document.addEventListener(type, release, { signal: released.signal })
  onCleanup(() => released.abort())
}

/** Why there is no sound, in words. */
function reasonOf(failure: unknown): string {
  const name = failure instanceof DOMException ? failure.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return words.refused
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? words.absent : words.busy
}

function limitOf({ store }: Client, { limit }: Recording): string {
  if (limit === 'seconds') return words.longest(MAX_MINUTES)
  return limit === 'bytes' ? words.largest(store.state.max_file_upload_size_mib) : ''
}
