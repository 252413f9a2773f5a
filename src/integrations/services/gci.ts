import { flag, maybe, number, one, scalar, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { jsonWithDecimals } from '../read-body'
import { link } from '../wording/words'

const body = one({
  author: text,
  event_type: text,
  task_claimed_by: text,
  task_definition_name: text,
  task_definition_url: maybe(text),
  task_instance: maybe(scalar),
  author_is_student: maybe(flag),
  extended_by: maybe(number),
  extension_days: maybe(scalar),
})

type Task = { author: string; task_claimed_by: string; task: string; days: string }
const reported = (write: (task: Task) => string): AnyEvent =>
  on(body, (event) => {
    const url = `https://codein.withgoogle.com/dashboard/task-instances/${event.task_instance ?? ''}/`
    const task = link(event.task_definition_name, event.task_instance && url)
    const days = event.extension_days ?? ''
    return { topic: event.task_claimed_by, content: write({ ...event, task, days }) }
  })

export const gci = integration({
  title: 'GoogleCodeIn',
  display_name: 'Google Code-in',
  category: 'productivity',
  setup: 'Organization → Profile → Edit notification settings → Outgoing webhook. The program ended in 2019.',
  reads: jsonWithDecimals,
  event: (value) => textAt(value, 'event_type') ?? '',
  events: {
    abandon: reported(({ task_claimed_by: student, task }) => `**${student}** abandoned the task ${task}.`),
    approve: reported(({ author, task }) => `**${author}** approved the task ${task}.`),
    'approve-pending-pc': reported(
      ({ author, task }) => `**${author}** approved the task ${task} (pending parental consent).`,
    ),
    claim: reported(({ task_claimed_by: student, task }) => `**${student}** claimed the task ${task}.`),
    comment: reported(({ author, task }) => `**${author}** commented on the task ${task}.`),
    extend: reported(
      ({ author, task, days }) => `**${author}** extended the deadline for the task ${task} by ${days} day(s).`,
    ),
    needswork: reported(({ author, task }) => `**${author}** submitted the task ${task} for more work.`),
    outoftime: reported(({ task }) => `The deadline for the task ${task} has passed.`),
    submit: reported(({ task_claimed_by: student, task }) => `**${student}** submitted the task ${task}.`),
    unassign: reported(
      ({ author, task_claimed_by: student, task }) => `**${author}** unassigned **${student}** from the task ${task}.`,
    ),
  },
})
