import { anything } from '../fields'
import { integration, on, type AnyEvent } from '../integration'

const completed = (verb: string): AnyEvent =>
  on(anything, (_, { option }) => ({
    topic: `${option('project')} in ${option('language')}`,
    content: `Resource ${option('resource')} fully ${verb}.`,
  }))

/** All that the service sends is in the address. */
export const transifex = integration({
  title: 'Transifex',
  reads: () => ({}),
  options: ['project', 'resource', 'language', 'event', 'reviewed'],
  isQuietAboutBodies: true,
  event: (_, { option }) =>
    option('event') ?? (option('reviewed') === undefined ? 'translation_completed' : 'review_completed'),
  events: { translation_completed: completed('translated'), review_completed: completed('reviewed') },
})
