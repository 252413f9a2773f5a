import { For, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { firstTasks, type Task } from '../store/first-tasks'
import { taskWords as words } from '../words/en-tasks'
import './first-tasks.css'

const markSeen = ({ ask, report }: Client, onboarding_step: string) =>
  void ask('POST /users/me/onboarding_steps', { onboarding_step }).catch(report)

const markDone = (client: Client, { name }: Task) => markSeen(client, `parley_task_${name}`)

const hide = (client: Client) => markSeen(client, 'parley_tasks')

const hrefOfTask = ({ hrefOf }: Client, { section }: Task) => hrefOf({ view: 'settings', section })

const tasks = ({ store, watch }: Client): Task[] => {
  for (const part of ['steps', 'realm', 'people'] as const) watch(part)
  return firstTasks(store.state)
}

/** The tasks of a new owner, in the inbox. */
export function FirstTasks() {
  const client = useClient()
  return (
    <Show when={tasks(client).some(({ isDone }) => !isDone)}>
      <Tasks />
    </Show>
  )
}

function Tasks() {
  const client = useClient()
  return (
    <section class="first-tasks" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        <button class="act" onClick={() => hide(client)}>
          {words.hide}
        </button>
      </header>
      <p class="quiet">{words.text}</p>
      <ol>
        <For each={tasks(client)}>
          {(task) => (
            <li classList={{ done: task.isDone }}>
              <div>
                <a href={hrefOfTask(client, task)}>{words.tasks[task.name].name}</a>
                <p class="quiet">{words.tasks[task.name].text}</p>
              </div>
              <Show when={!task.isDone} fallback={<span class="quiet">{words.isDone}</span>}>
                <button
                  class="act"
                  aria-label={words.markDone(words.tasks[task.name].name)}
                  onClick={() => markDone(client, task)}
                >
                  {words.done}
                </button>
              </Show>
            </li>
          )}
        </For>
      </ol>
    </section>
  )
}

/** The task that is done in a section of the settings, and the way to the next one. */
export function TaskLine(props: { section: string }) {
  const client = useClient()
  const at = () => tasks(client).findIndex(({ section }) => section === props.section)
  const next = () => tasks(client).find((task, other) => other !== at() && !task.isDone)
  function done(task: Task) {
    const following = next()
    markDone(client, task)
    client.environment.address.go(following === undefined ? '#inbox' : hrefOfTask(client, following))
  }
  return (
    <Show when={tasks(client)[at()]}>
      {(task) => (
        <section class="task-line" aria-label={words.title}>
          <p>
            {words.step(at() + 1, tasks(client).length, words.tasks[task().name].name)}
            <span class="quiet"> {words.tasks[task().name].text}</span>
          </p>
          <Show when={task().name === 'channels'}>
            <a class="act" href="#channels/new">
              {words.newChannel}
            </a>
          </Show>
          <button class="act strong" onClick={() => done(task())}>
            {next() === undefined ? words.finish : words.next}
          </button>
        </section>
      )}
    </Show>
  )
}
