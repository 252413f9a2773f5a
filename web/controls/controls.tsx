import { createEffect, createMemo, createSignal, For, on, Show } from 'solid-js'
import type { AnswerOf } from '../../client-state/wire'
import { useClient } from '../client/use-client'
import { CommandAnswer } from '../compose/command-answer'
import { showServerHtml } from '../html/server-html'
import { Dialog } from '../parts/dialog'
import { controlsIn, controlsTextOf, type Control, type ControlRow } from '../store/controls'
import type { Message } from '../store/messages'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import { ControlView } from './control'
import './controls.css'

type Answer = NonNullable<AnswerOf<'POST /parley/messages/:message_id/presses'>['answer']>
type Press = (row: ControlRow, control: Control) => void

/** A message with buttons, menus and fields of its program. The last line of its text names them for clients that do not draw them. */
export function WithControls(props: { message: Message }) {
  const client = useClient()
  // When something else of the message changes, the fields keep what the user wrote.
  const text = createMemo(() => controlsTextOf(props.message.submessages))
  const rows = createMemo(() => controlsIn(text()))
  const show = (element: HTMLDivElement) =>
    createEffect(() => {
      showServerHtml(client, element, props.message.content, client.store.state.user_id)
      const last = element.lastElementChild
      if (last?.textContent.startsWith('In the web client: ')) last.remove()
    })
  return (
    <>
      <div class="body" dir="auto" ref={show} />
      <Show when={rows().length > 0}>
        <Controls message_id={props.message.id} rows={rows()} />
      </Show>
    </>
  )
}

const texts = laterWords.widgets

/** Presses one control at a time. A press sends what all menus and fields of the message have. */
function createPress(message_id: number, rows: () => readonly ControlRow[], form: () => HTMLFormElement) {
  const { ask } = useClient()
  const [state, setState] = createSignal('')
  const [fault, setFault] = createSignal('')
  const [answer, setAnswer] = createSignal<Answer>()
  const isWaiting = () => state() === texts.waiting

  async function press({ block_id }: ControlRow, { action_id }: Control) {
    // A field with what is no number would be sent as an empty one.
    if (isWaiting() || !form().reportValidity()) return
    const data = new FormData(form())
    const values = rows().flatMap((row, at) =>
      row.controls.map((control, place) => ({
        block_id: row.block_id,
        action_id: control.action_id,
        values: data.getAll(`${at} ${place}`).map(String).filter(Boolean),
      })),
    )
    setFault('')
    setAnswer()
    setState(texts.waiting)
    try {
      setAnswer(
        (await ask('POST /parley/messages/:message_id/presses', { message_id, block_id, action_id, values })).answer,
      )
      setState(texts.done)
    } catch (error) {
      setState('')
      setFault(error instanceof Refusal ? error.message : words.unreachable)
    }
  }
  return { press, state, fault, answer, isWaiting, forget: () => setAnswer() }
}

function Controls(props: { message_id: number; rows: ControlRow[] }) {
  let form!: HTMLFormElement
  const { press, ...presses } = createPress(
    props.message_id,
    () => props.rows,
    () => form,
  )
  const [confirming, setConfirming] = createSignal<[ControlRow, Control]>()
  const pressOrAsk: Press = (row, control) =>
    control.confirm ? setConfirming([row, control]) : void press(row, control)
  // The answer of a program replaces the button that had the focus.
  createEffect(
    on(
      () => props.rows,
      () => presses.state() && document.activeElement === document.body && form.focus({ preventScroll: true }),
      { defer: true },
    ),
  )
  return (
    <form
      class="controls"
      aria-label={texts.buttons}
      tabindex={-1}
      ref={form}
      onSubmit={(event) => event.preventDefault()}
    >
      <For each={props.rows}>
        {(row, at) => <Row row={row} at={at()} isOff={presses.isWaiting()} press={pressOrAsk} />}
      </For>
      <p class="quiet" role="status">
        {presses.state()}
        <span class="fail">{presses.fault()}</span>
      </p>
      <Show when={presses.answer()}>{(answer) => <CommandAnswer answer={answer()} close={presses.forget} />}</Show>
      <Show when={confirming()} keyed>
        {([row, control]) => (
          <Dialog title={control.confirm?.title ?? ''} close={() => setConfirming()}>
            <p dir="auto">{control.confirm?.text}</p>
            <button
              class="act outlined primary"
              type="button"
              onClick={() => {
                setConfirming()
                void press(row, control)
              }}
            >
              {control.confirm?.yes || control.text || words.composer.send}
            </button>
          </Dialog>
        )}
      </Show>
    </form>
  )
}

function Row(props: { row: ControlRow; at: number; isOff: boolean; press: Press }) {
  const { row } = props
  return (
    <div class="control-row" role="group" aria-label={row.label}>
      <Show when={!row.is_field}>
        <p dir="auto">{row.label}</p>
      </Show>
      <For each={row.controls}>
        {(control, place) => (
          <ControlView
            row={row}
            control={control}
            name={`${props.at} ${place()}`}
            isOff={props.isOff}
            press={() => props.press(row, control)}
          />
        )}
      </For>
      <p class="quiet" dir="auto">
        {row.hint}
      </p>
    </div>
  )
}
