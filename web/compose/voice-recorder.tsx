import { createEffect, createSignal, Match, on, onCleanup, Show, Switch } from 'solid-js'
import { useClient } from '../client/use-client'
import { boxOf, drawingOf, PEAKS } from '../html/voice-link'
import { clock, DRAWINGS, voicePlayer } from '../html/voice-player'
import { Icon } from '../parts/icon'
import { words as common } from '../words/en'
import { laterWords } from '../words/en-later'
import { voiceWords as words } from '../words/en-voice'
import type { Recorder, Recording } from './recording'
import { createActs, createRecording, stopWhenReleased, type RecorderProps } from './voice-state'

/** Records a voice message in the place of the composer's text, plays it, and sends it. The text stays as it is. */
export function VoiceRecorder(props: RecorderProps) {
  const client = useClient()
  const state = createRecording(client, props.route)
  const { recorder, recording, error } = state
  const acts = createActs(client, props, state)
  stopWhenReleased(props.field, state.stop)
  let panel!: HTMLDivElement

  function press(event: KeyboardEvent) {
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (event.key !== 'Escape' && !isSend) return
    event.preventDefault()
    event.stopPropagation()
    if (recorder() !== undefined) state.stop()
    else if (isSend) void acts.send()
    else acts.discard()
  }
  // What comes next has the focus: to stop, to send, or to try again.
  createEffect(
    on([recorder, recording, error], () =>
      queueMicrotask(() => panel.querySelector<HTMLElement>('.next')?.focus({ preventScroll: true })),
    ),
  )
  return (
    <div class="recorder" role="group" aria-label={words.recorder} onKeyDown={press} ref={panel}>
      <Show when={error()}>
        <p class="fail" role="alert">
          {error()}
        </p>
      </Show>
      <div class="recorder-line">
        <button
          class="ib"
          type="button"
          aria-label={words.discard}
          disabled={acts.isSending()}
          onClick={() => acts.discard()}
        >
          <Icon name="delete" />
        </button>
        <Switch fallback={<Waiting isAsking={error() === ''} again={() => void state.begin()} />}>
          <Match when={recorder()}>{(running) => <Running recorder={running()} stop={state.stop} />}</Match>
          <Match when={recording()}>
            {(finished) => <Finished recording={finished()} sent={acts.sent()} send={() => void acts.send()} />}
          </Match>
        </Switch>
      </div>
    </div>
  )
}

/** The browser asks for the microphone, or there is no sound. */
function Waiting(props: { isAsking: boolean; again: () => void }) {
  return (
    <Show when={props.isAsking} fallback={<Again again={props.again} />}>
      <p class="quiet" role="status">
        {words.asking}
      </p>
    </Show>
  )
}

const Again = (props: { again: () => void }) => (
  <button class="act next" type="button" onClick={() => props.again()}>
    {common.tryAgain}
  </button>
)

const FRAME_MILLISECONDS = 50
const CALM_MILLISECONDS = 1000
/** A voice near the microphone fills the drawing. */
const LOUD = 0.25

/** The sound of the last seconds, how long it is, and the button that ends it. */
function Running(props: { recorder: Recorder; stop: () => void }) {
  const [drawing, setDrawing] = createSignal('')
  const [seconds, setSeconds] = createSignal(0)
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const timer = setInterval(
    () => {
      const levels = props.recorder.levels.slice(-PEAKS)
      const padding = Array.from({ length: PEAKS - levels.length }, () => 0)
      setDrawing(drawingOf([...padding, ...levels.map((level) => Math.min(1, level / LOUD))]))
      setSeconds(Math.floor(props.recorder.seconds()))
    },
    isCalm ? CALM_MILLISECONDS : FRAME_MILLISECONDS,
  )
  onCleanup(() => clearInterval(timer))
  return (
    <>
      <span class="visually-hidden" role="status">
        {words.recording}
      </span>
      <span class="red" aria-hidden="true" />
      <span class="time" role="timer">
        {clock(seconds())}
      </span>
      <div class="wave">
        <svg viewBox={boxOf(PEAKS)} preserveAspectRatio="none" aria-hidden="true">
          <path d={drawing()} />
        </svg>
      </div>
      <button class="send stop next" type="button" aria-label={words.stop} onClick={() => props.stop()}>
        <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
          <path d={DRAWINGS.stop} />
        </svg>
      </button>
    </>
  )
}

/** The user listens to the sound before sending it. */
function Finished(props: { recording: Recording; sent: number | undefined; send: () => void }) {
  const client = useClient()
  const source = URL.createObjectURL(props.recording.file)
  onCleanup(() => URL.revokeObjectURL(source))
  return (
    <>
      {voicePlayer(client, source, props.recording)}
      <Show when={props.sent}>
        {(share) => <span class="quiet">{words.sending(laterWords.uploads.percent(share()))}</span>}
      </Show>
      <button
        class="send next"
        type="button"
        aria-label={common.composer.send}
        disabled={props.sent !== undefined}
        onClick={() => props.send()}
      >
        <Icon name="send" />
        <span class="word">{common.composer.send}</span>
      </button>
    </>
  )
}
