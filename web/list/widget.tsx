import { createEffect, createMemo, For, Match, Show, Switch } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { showServerHtml } from '../html/server-html'
import type { Message } from '../store/messages'
import { WithControls } from '../controls/controls'
import { CONTROLS } from '../store/controls'
import { widgetOf, type Option, type Poll, type TodoList } from '../store/widgets'
import { namesOf } from '../base/labels'
import { laterWords } from '../words/en-later'
import { ButtonsView } from './widget-buttons'
import './widget.css'

const submit = ({ ask, report }: Client, message: Message, part: Record<string, unknown>) =>
  void ask('POST /submessage', {
    message_id: message.id,
    msg_type: 'widget',
    content: JSON.stringify(part),
  }).catch(report)

/** A poll, a to-do list or buttons. Every reader of the message can act on it. */
export function Widget(props: { message: Message }) {
  const widget = createMemo(() => widgetOf(props.message.submessages, props.message.sender_id))
  const pollOf = () => {
    const current = widget()
    return current?.kind === 'poll' ? current : undefined
  }
  const listOf = () => {
    const current = widget()
    return current?.kind === 'todo' ? current : undefined
  }
  const buttonsOf = () => {
    const current = widget()
    return current?.kind === 'buttons' ? current : undefined
  }
  return (
    <Switch fallback={<OtherWidget message={props.message} />}>
      <Match when={pollOf()}>{(poll) => <PollView message={props.message} poll={poll()} />}</Match>
      <Match when={listOf()}>{(list) => <TodoView message={props.message} list={list()} />}</Match>
      <Match when={buttonsOf()}>{(buttons) => <ButtonsView message={props.message} buttons={buttons()} />}</Match>
      <Match when={props.message.submessages.some(({ msg_type }) => msg_type === CONTROLS)}>
        <WithControls message={props.message} />
      </Match>
    </Switch>
  )
}

/** This client does not know the widget. Its program also wrote a text. */
function OtherWidget(props: { message: Message }) {
  const client = useClient()
  const show = (element: HTMLDivElement) =>
    createEffect(() => showServerHtml(client, element, props.message.content, client.store.state.user_id))
  return <div class="body" dir="auto" ref={show} />
}

function PollView(props: { message: Message; poll: Poll }) {
  const client = useClient()
  const { store } = client
  const { user_id } = store.state
  const most = () => Math.max(1, ...props.poll.options.map(({ voters }) => voters.length))
  const vote = ({ key, voters }: Option) =>
    submit(client, props.message, { type: 'vote', key, vote: voters.includes(user_id) ? -1 : 1 })
  return (
    <div class="widget" role="group" aria-label={laterWords.widgets.poll}>
      <p class="widget-title" dir="auto">
        {props.poll.question || laterWords.widgets.noQuestion}
      </p>
      <For each={props.poll.options}>
        {(option) => (
          <button
            class="option"
            aria-pressed={option.voters.includes(user_id)}
            aria-label={laterWords.widgets.option(option.text, option.voters.length)}
            title={namesOf(client, option.voters)}
            style={{ '--share': `${(100 * option.voters.length) / most()}%` }}
            onClick={() => vote(option)}
          >
            <span class="name" dir="auto">
              {option.text}
            </span>
            <span class="count">{option.voters.length}</span>
          </button>
        )}
      </For>
      <Show when={props.poll.options.length === 0}>
        <p class="wait">{laterWords.widgets.noOptions}</p>
      </Show>
      <AddForm
        label={laterWords.widgets.addOption}
        add={(option) => submit(client, props.message, { type: 'new_option', idx: props.poll.nextIndex, option })}
      />
    </div>
  )
}

function TodoView(props: { message: Message; list: TodoList }) {
  const client = useClient()
  return (
    <div class="widget" role="group" aria-label={laterWords.widgets.todo}>
      <p class="widget-title" dir="auto">
        {props.list.title || laterWords.widgets.todo}
      </p>
      <For each={props.list.tasks}>
        {({ key, text, detail, isDone }) => (
          <label class="task">
            <input
              type="checkbox"
              checked={isDone}
              onChange={() => submit(client, props.message, { type: 'strike', key })}
            />
            <span dir="auto">
              <span class="task-name">{text}</span>
              <Show when={detail}>
                <span class="wait"> {detail}</span>
              </Show>
            </span>
          </label>
        )}
      </For>
      <AddForm
        label={laterWords.widgets.addTask}
        add={(task) =>
          submit(client, props.message, { type: 'new_task', key: props.list.nextKey, task, desc: '', completed: false })
        }
      />
    </div>
  )
}

const MAX_CHARACTERS = 200

function AddForm(props: { label: string; add: (text: string) => void }) {
  let field!: HTMLInputElement
  return (
    <form
      class="widget-add"
      onSubmit={(event) => {
        event.preventDefault()
        const text = field.value.trim()
        if (text !== '') props.add(text)
        field.value = ''
      }}
    >
      <input ref={field} aria-label={props.label} placeholder={props.label} maxlength={MAX_CHARACTERS} dir="auto" />
      <button class="act" type="submit">
        {laterWords.widgets.add}
      </button>
    </form>
  )
}
