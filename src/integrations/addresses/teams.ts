import { anything, many, maybe, one, scalar, text, textAt, at } from '../fields'
import { integration, on } from '../integration'
import { adaptiveCardText } from '../wording/adaptive-cards'
import { cardMarkdown } from '../wording/chat-dialects'
import { linkTo, plainText } from '../wording/plain-text'
import { joined } from '../wording/slack-blocks'
import { listAt } from '../wording/slack-rich-text'
import { atMost, jsonOrField, messageIn } from './parts'

const section = one({
  title: maybe(text),
  activityTitle: maybe(text),
  activitySubtitle: maybe(text),
  activityText: maybe(text),
  text: maybe(text),
  facts: maybe(many(one({ name: maybe(scalar), value: maybe(scalar) }))),
  potentialAction: maybe(many(anything)),
})
const messageCard = one({
  title: maybe(text),
  summary: maybe(text),
  text: maybe(text),
  sections: maybe(many(section)),
  potentialAction: maybe(many(anything)),
})
const withCards = one({
  text: maybe(text),
  attachments: maybe(many(one({ contentType: maybe(text), content: maybe(anything) }))),
})

type Section = {
  title?: string | null
  activityTitle?: string | null
  activitySubtitle?: string | null
  activityText?: string | null
  text?: string | null
  facts?: { name?: string | null; value?: string | null }[] | null
  potentialAction?: unknown[] | null
}

const sectionText = (part: Section): string =>
  joined([
    part.title ? `### ${plainText(part.title)}` : '',
    part.activityTitle ? `**${cardMarkdown(part.activityTitle).replaceAll('**', '')}**` : '',
    ...[part.activitySubtitle, part.activityText, part.text].map((each) => cardMarkdown(each ?? '')),
    atMost(100, 'facts', part.facts)
      .map(({ name, value }) => `**${plainText((name ?? '').replace(/:\s*$/, ''))}**: ${cardMarkdown(value ?? '')}`)
      .join('\n'),
    actionTexts(part.potentialAction),
  ])

/** Only the actions that open a page are links. */
const actionTexts = (actions: readonly unknown[] | null | undefined): string =>
  (actions ?? [])
    .map((action) => {
      const url = textAt(listAt(action, 'targets')[0], 'uri') ?? textAt(listAt(action, 'target'), 0) ?? ''
      return url ? linkTo(url, textAt(action, 'name') ?? url) : ''
    })
    .filter(Boolean)
    .join(' ')

/** Accepts what programs send to incoming webhooks and workflows of Teams: a `MessageCard`, or Adaptive Cards. */
export const teamsAddress = integration({
  title: 'Teams',
  reads: jsonOrField('payload'),
  isQuietAboutBodies: true,
  event: (body) =>
    textAt(body, 'type') === 'AdaptiveCard' ? 'card' : at(body, 'attachments') === undefined ? 'message' : 'cards',
  events: {
    message: on(messageCard, ({ title, summary, text: content, sections, potentialAction }) => {
      const parts = [
        title ? `## ${plainText(title)}` : '',
        cardMarkdown(content ?? ''),
        ...atMost(100, 'sections', sections).map(sectionText),
        actionTexts(potentialAction),
      ]
      return messageIn(undefined, joined(parts) || plainText(summary ?? ''))
    }),
    card: on(anything, (body) => messageIn(undefined, adaptiveCardText(body))),
    cards: on(withCards, ({ text: content, attachments }) => {
      const cards = atMost(10, 'attachments', attachments).map((each) => adaptiveCardText(each.content))
      return messageIn(undefined, joined([cardMarkdown(content ?? ''), ...cards]))
    }),
  },
})
