import { address, maybe, one, text } from '../fields'
import { integration, on } from '../integration'
import { form } from '../read-body'
import { quotedWithTicks } from '../wording/words'

export const heroku = integration({
  title: 'Heroku',
  category: 'deployment',
  setup: 'heroku addons:create deployhooks:http --url="ADDRESS", in the folder of the app.',
  reads: form,
  isQuietAboutBodies: true,
  events: {
    message: on(one({ app: text, user: text, head: text, url: address, git_log: maybe(text) }), (body) => ({
      topic: body.app,
      content:
        `${body.user} deployed version ${body.head} of [${body.app}](${body.url}):\n\n` +
        quotedWithTicks(body.git_log ?? ''),
    })),
  },
})
