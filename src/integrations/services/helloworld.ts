import { address, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

/** The smallest integration, to learn from. */
export const helloworld = integration({
  title: 'HelloWorld',
  display_name: 'Hello World',
  category: 'meta',
  setup: 'An example for developers: send JSON with featured_title and featured_url.',
  reads: json,
  events: {
    message: on(one({ featured_title: text, featured_url: address }), ({ featured_title, featured_url }) => ({
      topic: 'Hello World',
      content:
        'Hello! I am happy to be here! :smile:\n' +
        `The Wikipedia featured article for today is **[${featured_title}](${featured_url})**`,
    })),
  },
})
