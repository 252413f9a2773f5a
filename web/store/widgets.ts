import type { Submessage } from '../../client-state/wire'

export type Option = { key: string; text: string; voters: number[] }
export type Poll = { kind: 'poll'; question: string; options: Option[]; nextIndex: number }
type Task = { key: string; text: string; detail: string; isDone: boolean }
/** A button sends its reply as a message of the user who presses it. */
export type Choice = { name: string; text: string; reply: string }
export type Buttons = { kind: 'buttons'; heading: string; choices: Choice[] }
export type TodoList = { kind: 'todo'; title: string; tasks: Task[]; nextKey: number }

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function parse(content: string): Fields {
  try {
    return fieldsOf(JSON.parse(content))
  } catch {
    return {}
  }
}

/**
 * Returns the poll, the to-do list or the buttons of a message, or undefined. Each user's newest vote counts, and each check of a task
 * reverses the one before. Parts that the client does not understand change nothing.
 */
export function widgetOf(submessages: readonly Submessage[], author: number): Poll | TodoList | Buttons | undefined {
  const [first, ...parts] = submessages.filter(({ msg_type }) => msg_type === 'widget').toSorted((a, b) => a.id - b.id)
  const { widget_type, extra_data } = parse(first?.content ?? '')
  const data = fieldsOf(extra_data)
  if (widget_type === 'poll') return parts.reduce((poll, part) => applyToPoll(poll, part, author), newPoll(data))
  if (widget_type === 'todo') return parts.reduce((todo, part) => applyToList(todo, part, author), newList(data))
  return widget_type === 'zform' && data.type === 'choices' ? buttonsOf(data) : undefined
}

const newPoll = ({ question, options }: Fields): Poll => ({
  kind: 'poll',
  question: textOf(question),
  options: listOf(options).map((text, at) => ({ key: `canned,${at}`, text: textOf(text), voters: [] })),
  nextIndex: 1,
})

function applyToPoll(poll: Poll, { content, sender_id }: Submessage, author: number): Poll {
  const part = parse(content)
  if (part.type === 'question' && sender_id === author) return { ...poll, question: textOf(part.question) }
  if (part.type === 'new_option' && typeof part.idx === 'number') {
    const text = textOf(part.option).trim()
    const nextIndex = Math.max(poll.nextIndex, part.idx + 1)
    if (text === '' || poll.options.some((option) => option.text === text)) return { ...poll, nextIndex }
    const option = { key: `${sender_id},${part.idx}`, text, voters: [] }
    return { ...poll, nextIndex, options: [...poll.options, option] }
  }
  if (part.type !== 'vote') return poll
  const options = poll.options.map((option) => {
    if (option.key !== part.key) return option
    const others = option.voters.filter((id) => id !== sender_id)
    return { ...option, voters: part.vote === 1 ? [...others, sender_id] : others }
  })
  return { ...poll, options }
}

function buttonsOf({ heading, choices }: Fields): Buttons {
  const all = listOf(choices).map((choice) => {
    const { short_name, long_name, reply } = fieldsOf(choice)
    return { name: textOf(short_name), text: textOf(long_name), reply: textOf(reply) }
  })
  // A message needs a text.
  return { kind: 'buttons', heading: textOf(heading), choices: all.filter(({ reply }) => reply.trim() !== '') }
}

const newList = ({ task_list_title, tasks }: Fields): TodoList => ({
  kind: 'todo',
  title: textOf(task_list_title),
  tasks: listOf(tasks).map((task, at) => {
    const { task: text, desc } = fieldsOf(task)
    return { key: `${at},canned`, text: textOf(text), detail: textOf(desc), isDone: false }
  }),
  nextKey: 2,
})

function applyToList(todo: TodoList, { content, sender_id }: Submessage, author: number): TodoList {
  const part = parse(content)
  if (part.type === 'new_task_list_title' && sender_id === author) return { ...todo, title: textOf(part.title) }
  if (part.type === 'new_task' && typeof part.key === 'number') {
    const text = textOf(part.task).trim()
    const nextKey = Math.max(todo.nextKey, part.key + 1)
    if (text === '' || todo.tasks.some((task) => task.text === text)) return { ...todo, nextKey }
    const task = { key: `${sender_id},${part.key}`, text, detail: textOf(part.desc), isDone: part.completed === true }
    return { ...todo, nextKey, tasks: [...todo.tasks, task] }
  }
  if (part.type !== 'strike') return todo
  return {
    ...todo,
    tasks: todo.tasks.map((task) => (task.key === part.key ? { ...task, isDone: !task.isDone } : task)),
  }
}
