import { createSignal, For, Show } from 'solid-js'
import { endStep } from './end-step'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { firstTasks, type Task } from '../store/first-tasks'
import { taskWords as words } from '../words/en-tasks'
import { Icon, type IconName } from './icon'
import './guide.css'
import './switch.css'
import './first-tasks.css'

const ICONS: Record<Task['name'], IconName> = {
  profile: 'settings',
  channels: 'channels',
  people: 'people',
  notifications: 'follow',
}

const hrefOfTask = ({ hrefOf }: Client, { section }: Task) => hrefOf({ view: 'settings', section })

/** Whether the browser has asked what it may notify. A browser without notifications has nothing to ask. */
const isAsked = () => !('Notification' in globalThis) || Notification.permission !== 'default'

const tasks = ({ store, watch }: Client): Task[] => {
  for (const part of ['channels', 'realm', 'people'] as const) watch(part)
  return firstTasks(store.state, isAsked())
}

/** The tasks of a new owner, in the inbox. */
export function FirstTasks() {
  const client = useClient()
  const { store } = client
  return (
    <Show when={tasks(client).some(({ isDone }) => !isDone)}>
      <section class="guide first-tasks" aria-label={words.region}>
        <header>
          <h2 dir="auto">{words.title(store.state.realm_name)}</h2>
          <button class="act" onClick={() => endStep(client, 'parley_tasks')}>
            {words.hide}
          </button>
        </header>
        <p class="quiet">{words.text}</p>
        <ol>
          <For each={tasks(client)}>{(task) => <TaskRow task={task} />}</For>
          <Previews />
        </ol>
        <a class="act import" href="#organization/import">
          {words.import}
        </a>
      </section>
    </Show>
  )
}

function TaskRow(props: { task: Task }) {
  const client = useClient()
  const { name, text, open } = words.tasks[props.task.name]
  const isChoosing = () => props.task.name === 'channels' && !props.task.isDone
  /** People who come before there is a channel see nothing. */
  const mustWait = () =>
    props.task.name === 'people' && tasks(client).some((task) => task.name === 'channels' && !task.isDone)
  return (
    <li classList={{ done: props.task.isDone }}>
      <Show when={props.task.isDone} fallback={<Icon name={ICONS[props.task.name]} />}>
        <span class="check" role="img" aria-label={words.done}>
          ✓
        </span>
      </Show>
      <div>
        <b>{name}</b>
        <p class="quiet">{text}</p>
        <Show when={isChoosing()}>
          <NewChannels />
        </Show>
      </div>
      <Show when={!isChoosing()}>
        <Show when={!mustWait()} fallback={<span class="quiet">{words.afterChannels}</span>}>
          <a class="act" href={hrefOfTask(client, props.task)} aria-label={words.openOf(open, name)}>
            {open}
          </a>
        </Show>
      </Show>
    </li>
  )
}

/** The offer to show linked pages. It is no task: an organization may decide against it. */
function Previews() {
  const { ask, report, store, watch } = useClient()
  const { name, text } = words.previews
  const isOn = () => {
    watch('realm')
    return store.state.realm_inline_url_embed_preview
  }
  return (
    <li>
      <Icon name="public" />
      <div>
        <b>{name}</b>
        <p class="quiet">{text}</p>
      </div>
      <input
        type="checkbox"
        class="switch"
        aria-label={name}
        checked={isOn()}
        onChange={({ currentTarget }) =>
          void ask('PATCH /realm', { inline_url_embed_preview: currentTarget.checked }).catch(report)
        }
      />
    </li>
  )
}

/** Channels that a click creates for all members. */
function NewChannels() {
  const { ask, report } = useClient()
  const [chosen, setChosen] = createSignal<readonly string[]>(words.channels)
  const toggle = (name: string) =>
    setChosen(words.channels.filter((other) => (other === name) !== chosen().includes(other)))
  const create = () =>
    void ask('POST /users/me/subscriptions', {
      subscriptions: chosen().map((name) => ({ name })),
      is_default_stream: true,
    }).catch(report)
  return (
    <div class="new-channels">
      <For each={words.channels}>
        {(name) => (
          <button class="act" aria-pressed={chosen().includes(name)} onClick={() => toggle(name)}>
            {chosen().includes(name) ? '✓ ' : ''}
            {name}
          </button>
        )}
      </For>
      <a class="act" href="#channels/new">
        {words.another}
      </a>
      <button class="act strong" disabled={chosen().length === 0} onClick={create}>
        {words.create(chosen().length)}
      </button>
    </div>
  )
}

/** The task that is done in a section of the settings, and the way to the next one. */
export function TaskLine(props: { section: string }) {
  const client = useClient()
  const at = () => tasks(client).findIndex(({ section }) => section === props.section)
  const next = () => tasks(client).find((task, other) => other !== at() && !task.isDone)
  return (
    <Show when={tasks(client)[at()]}>
      {(task) => (
        <section class="task-line" aria-label={words.region}>
          <p>
            {words.step(at() + 1, tasks(client).length, words.tasks[task().name].name)}
            <span class="quiet"> {words.tasks[task().name].text}</span>
          </p>
          <Show when={task().name === 'channels'}>
            <a class="act" href="#channels/new">
              {words.another}
            </a>
          </Show>
          <Show when={next()}>
            {(following) => (
              <a class="act strong" href={hrefOfTask(client, following())}>
                {words.next(words.tasks[following().name].name)}
              </a>
            )}
          </Show>
        </section>
      )}
    </Show>
  )
}
