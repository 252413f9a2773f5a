import { For, Show } from 'solid-js'
import { hrefOf, report, store } from '../app'
import { firstTasks, type Task } from '../store/first-tasks'
import { ask } from '../wire/requests'
import { taskWords as words } from '../words/en-tasks'
import { watch } from '../watched'
import './first-tasks.css'

const markSeen = (onboarding_step: string) =>
  void ask('POST /users/me/onboarding_steps', { onboarding_step }).catch(report)

const markDone = ({ name }: Task) => markSeen(`parley_task_${name}`)

const hide = () => markSeen('parley_tasks')

const hrefOfTask = ({ section }: Task) => hrefOf({ view: 'settings', section })

const tasks = (): Task[] => {
  for (const part of ['steps', 'realm', 'people'] as const) watch(part)
  return firstTasks(store.state)
}

/** The tasks of a new owner, in the inbox. */
export function FirstTasks() {
  return (
    <Show when={tasks().some(({ isDone }) => !isDone)}>
      <Tasks />
    </Show>
  )
}

function Tasks() {
  return (
    <section class="first-tasks" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        <button class="act" onClick={hide}>
          {words.hide}
        </button>
      </header>
      <p class="quiet">{words.text}</p>
      <ol>
        <For each={tasks()}>
          {(task) => (
            <li classList={{ done: task.isDone }}>
              <div>
                <a href={hrefOfTask(task)}>{words.tasks[task.name].name}</a>
                <p class="quiet">{words.tasks[task.name].text}</p>
              </div>
              <Show when={!task.isDone} fallback={<span class="quiet">{words.isDone}</span>}>
                <button
                  class="act"
                  aria-label={words.markDone(words.tasks[task.name].name)}
                  onClick={() => markDone(task)}
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
  const at = () => tasks().findIndex(({ section }) => section === props.section)
  const next = () => tasks().find((task, other) => other !== at() && !task.isDone)
  function done(task: Task) {
    const following = next()
    markDone(task)
    location.hash = following === undefined ? '#inbox' : hrefOfTask(following)
  }
  return (
    <Show when={tasks()[at()]}>
      {(task) => (
        <section class="task-line" aria-label={words.title}>
          <p>
            {words.step(at() + 1, tasks().length, words.tasks[task().name].name)}
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
