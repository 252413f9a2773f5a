import { address, anything, at, dictionary, maybe, maybeAddress, one, options, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'

const NOUNS: Readonly<Record<string, string>> = {
  epic: 'epic',
  userstory: 'user story',
  milestone: 'sprint',
  task: 'task',
  issue: 'issue',
}

const linked = one({ subject: maybe(text), name: maybe(text), permalink: maybeAddress })
const body = one({
  action: options(['create', 'change', 'delete', 'test']),
  type: text,
  by: one({ full_name: text, permalink: address }),
  data: one({
    ...linked.entries,
    milestone: maybe(one({ name: maybe(text) })),
    epic: maybe(linked),
    user_story: maybe(linked),
  }),
  change: maybe(one({ comment: maybe(text), diff: maybe(dictionary(anything)) })),
})

type Linked = { subject?: string | null; name?: string | null; permalink?: string | null }
const subjectOf = ({ subject, name, permalink }: Linked) => {
  const title = subject || name || ''
  return permalink ? `[${title}](${permalink})` : `**${title}**`
}

type Change = { noun: string; subject: string; old?: string; new?: string; isSet: boolean }

/** A change with an old and a new value: what it says if there was no value before, or if there is none now. */
const replaced =
  (changed: (change: Change) => string, set = changed, unset = changed) =>
  (change: Change): string =>
    change.old === undefined
      ? set({ new: 'nothing', ...defined(change) })
      : change.new === undefined
        ? unset(change)
        : changed(change)

const defined = ({ new: now, ...change }: Change): Change => (now === undefined ? change : { ...change, new: now })

const fromTo = (change: Change) => `from ${change.old ?? 'nothing'} to ${change.new ?? 'nothing'}`
const property = (name: string) => (change: Change) =>
  `changed ${name} of ${change.noun} ${change.subject} ${fromTo(change)}`
const date = (name: string, verbOfNew = 'set') =>
  replaced(
    (change) => (change.old === change.new ? '' : property(name)(change)),
    (change) => `${verbOfNew} ${name} of ${change.noun} ${change.subject} to ${change.new}`,
  )

const RENAMED: Readonly<Record<string, (change: Change) => string>> = {
  epic: (change) => `renamed epic from **${change.old}** to **${change.new}**`,
  'user story': (change) => `renamed user story from ${change.old} to **${change.new}**`,
  sprint: (change) => `renamed sprint from ${change.old} to **${change.new}**`,
}
const renamed = (change: Change) =>
  ((named) => RENAMED[named.noun]?.(named) ?? `renamed ${named.noun} ${named.old} to **${named.new}**`)({
    ...change,
    old: change.old ?? 'nothing',
    new: change.new ?? 'nothing',
  })

/** The texts of changes, by the name of the field that changed. Other fields say nothing. */
const CHANGES: Readonly<Record<string, (change: Change) => string>> = {
  subject: renamed,
  name: renamed,
  assigned_to: replaced(
    (change) => `reassigned ${change.noun} ${change.subject} ${fromTo(change)}`,
    (change) => `assigned ${change.noun} ${change.subject} to ${change.new}`,
    (change) => `unassigned ${change.noun} ${change.subject}`,
  ),
  milestone: replaced(
    (change) => `changed sprint of ${change.noun} ${change.subject} ${fromTo(change)}`,
    (change) => `added ${change.noun} ${change.subject} to sprint ${change.new}`,
    (change) =>
      `${change.noun === 'issue' ? 'detached' : 'removed'} ${change.noun} ${change.subject} from sprint ${change.old}`,
  ),
  is_blocked: (change) => `${change.isSet ? 'blocked' : 'unblocked'} ${change.noun} ${change.subject}`,
  is_closed: (change) => `${change.isSet ? 'closed' : 'reopened'} ${change.noun} ${change.subject}`,
  points: (change) => `changed estimation of ${change.noun} ${change.subject}`,
  description_diff: (change) => `updated description of ${change.noun} ${change.subject}`,
  user_story: (change) =>
    `moved ${change.noun} ${change.subject} from user story ${change.old ?? ''} to ${change.new ?? ''}`,
  status: property('status'),
  priority: property('priority'),
  severity: property('severity'),
  type: property('type'),
  due_date: date('due date'),
  estimated_start: date('estimated start', 'changed'),
  estimated_finish: date('estimated finish'),
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

function changeText(name: string, diff: unknown, subject: { noun: string; subject: string }): string {
  const [from, to] = [at(diff, 'from'), at(diff, 'to')]
  const say = Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined
  return say?.({ ...subject, old: textOf(from) || undefined, new: textOf(to) || undefined, isSet: to === true }) ?? ''
}

export const taiga = integration({
  title: 'Taiga',
  category: 'project-management',
  setup: 'Project → Settings → Integrations → Webhooks → Add. Test it.',
  reads: json,
  signature: hmac({ header: 'x-taiga-webhook-signature', algorithm: 'sha1' }),
  events: {
    message: on(body, ({ action, type, by, data, change }) => {
      const user = `[${by.full_name}](${by.permalink})`
      const noun = NOUNS[type] ?? type
      const subject = subjectOf(data)
      const sentences: string[] = []
      if (action === 'test') sentences.push('triggered a test of the Taiga integration')
      else if (type === 'relateduserstory' && data.user_story && data.epic)
        sentences.push(
          `${action === 'delete' ? 'removed' : 'added'} a related user story ${subjectOf(data.user_story)} ` +
            `${action === 'delete' ? 'from' : 'to'} the epic ${subjectOf(data.epic)}`,
        )
      else if (action !== 'change') sentences.push(`${action === 'create' ? 'created' : 'deleted'} ${noun} ${subject}`)
      for (const [name, diff] of Object.entries(change?.diff ?? {}))
        sentences.push(changeText(name, diff, { noun, subject }))
      if (change?.comment) sentences.push(`commented on ${noun} ${subject}`)
      const lines = sentences.filter((sentence) => sentence !== '').map((sentence) => `${user} ${sentence}.`)
      if (lines.length === 0) return undefined
      return { topic: data.milestone?.name ?? 'General', content: lines.sort(byText).join('\n') }
    }),
  },
})

const byText = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)
