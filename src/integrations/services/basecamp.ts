import { address, maybe, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { endedAfter } from '../wording/words'

const recording = one({
  title: text,
  app_url: address,
  bucket: one({ name: text }),
  parent: maybe(one({ title: text, app_url: address })),
})
const body = one({ kind: text, creator: one({ name: text }), recording })

/** The things that Basecamp reports, by the start of the kind; the longer names come first. */
const THINGS: Readonly<Record<string, string>> = {
  document: 'the document',
  question_answer: 'the [answer]',
  question: 'the question',
  message: 'the message',
  todolist: 'the todo list',
  todo: 'the todo task',
  comment: 'the [comment]',
}
const thingOf = (kind: string) => Object.keys(THINGS).find((name) => kind.startsWith(`${name}_`))

function verbOf(kind: string, thing: string): string {
  const verb = kind.slice(thing.length + 1)
  const property = /^(\w+)_changed$/.exec(verb)?.[1]
  return verb === 'active' ? 'activated' : property === undefined ? verb : `changed ${property} of`
}

const reported = (thing: string): AnyEvent =>
  on(body, ({ kind, creator, recording: { title, app_url, bucket, parent } }) => {
    const start = `${creator.name} ${verbOf(kind, thing)} ${THINGS[thing]}`
    const of = thing === 'comment' ? 'task' : 'question'
    const content =
      (thing === 'comment' || thing === 'question_answer') && parent
        ? endedAfter(parent.title, `${start}(${app_url}) of the ${of} [${parent.title}](${parent.app_url})`)
        : endedAfter(title, `${start} [${title}](${app_url})`)
    return { topic: bucket.name, content }
  })

export const basecamp = integration({
  title: 'Basecamp',
  category: 'project-management',
  setup: 'Open a project → the three dots → Set up webhooks.',
  reads: json,
  event: (value) => {
    const kind = textAt(value, 'kind') ?? ''
    return thingOf(kind) ?? kind
  },
  events: Object.fromEntries(Object.keys(THINGS).map((thing) => [thing, reported(thing)])),
})
