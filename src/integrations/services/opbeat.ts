import { anything, at, maybe, one, text, textAt } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const MAX_DEPTH = 5

/** Returns a title in bold, with its link. The service sends some addresses without its host. */
function titleLine(thing: unknown, title: string): string {
  const url = textAt(thing, 'html_url')
  if (url === undefined) return `\n**${title}**`
  return `\n**[${title}](${url.includes('opbeat.com') ? url : `https://opbeat.com/${url.replace(/^\/+/, '')}`})**`
}

/** Returns what is known about a thing, and about its subject. */
function thingText(type: string, thing: unknown, depth = 0): string {
  const subject = () =>
    depth < MAX_DEPTH ? `\n${thingText(textAt(thing, 'subject_type') ?? '', at(thing, 'subject'), depth + 1)}` : ''
  const line = (name: string) => `\n>${name}: ${textAt(thing, name) ?? ''}`
  switch (type) {
    case 'base':
      return `${titleLine(thing, textAt(thing, 'title') ?? '')}\n${textAt(thing, 'summary') ?? ''}${subject()}`
    case 'app':
      return titleLine(thing, textAt(thing, 'name') ?? '') + line('language') + line('framework')
    case 'comment':
      return subject()
    case 'errorgroup': {
      const last = at(thing, 'last_occurrence')
      const where = textAt(last, 'extra', 'pathname') ?? ''
      const lines = ['>**Most recent Occurrence**', `>in ${where}`, `>${textAt(last, 'message') ?? ''}`]
      return `${titleLine(thing, `E#${textAt(thing, 'number') ?? ''}`)}\n\n${lines.join('\n')}`
    }
    default:
      return ''
  }
}

export const opbeat = integration({
  title: 'Opbeat',
  category: 'monitoring',
  setup: 'Settings → Integrations → Webhook. The service ended in 2018.',
  reads: json,
  events: {
    message: on(
      one({ title: text, summary: maybe(text), html_url: maybe(text), subject_type: text, subject: maybe(anything) }),
      (body) => ({ topic: body.title, content: thingText('base', body).trim() }),
    ),
  },
})
