import { anything, maybe, one, text, textAt } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

/** Returns what is known about the thing that changed: a group of errors, a comment, or a release. */
function subjectText(type: string, subject: unknown): string {
  const url = textAt(subject, 'html_url')
  const link = (title: string) => (url === undefined ? `**${title}**` : `**[${title}](${url})**`)
  if (type === 'errorgroup') {
    const lines = [
      '>**Most recent Occurrence**',
      `>in ${textAt(subject, 'last_occurrence', 'extra', 'filename') ?? ''}`,
      `>${textAt(subject, 'last_occurrence', 'message') ?? ''}`,
    ]
    return `\n\n${link(`E#${textAt(subject, 'number')}`)}\n\n${lines.join('\n')}`
  }
  if (type === 'comment') return `\n\n${textAt(subject, 'text') ?? ''}`
  if (type === 'deployment') return `\n\n${link(`Deploy ${textAt(subject, 'release', 'rev') ?? ''}`)}`
  return ''
}

export const opbeat = integration({
  title: 'Opbeat',
  reads: json,
  events: {
    message: on(
      one({ title: text, summary: maybe(text), html_url: maybe(text), subject_type: text, subject: maybe(anything) }),
      ({ title, summary, html_url, subject_type, subject }) => ({
        topic: title,
        content:
          `${html_url ? `**[${title}](${html_url})**` : `**${title}**`}\n${summary ?? ''}` +
          subjectText(subject_type, subject),
      }),
    ),
  },
})
