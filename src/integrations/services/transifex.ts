import { anything } from '../fields'
import { integration, on } from '../integration'

/** All that the service sends is in the address. */
export const transifex = integration({
  title: 'Transifex',
  reads: () => ({}),
  options: ['project', 'resource', 'language', 'event', 'translated', 'reviewed'],
  isQuietAboutBodies: true,
  event: (_, { option }) =>
    option('translated') !== undefined || option('reviewed') !== undefined ? 'message' : (option('event') ?? 'message'),
  events: {
    message: on(anything, (_, { option }) => {
      const [project, language, resource] = [option('project'), option('language'), option('resource')]
      const isReviewed = option('reviewed') !== undefined && option('translated') === undefined
      const done = Number(isReviewed ? option('reviewed') : option('translated')) === 100
      const verb = isReviewed ? 'reviewed' : 'translated'
      return {
        topic: `${project} in ${language}`,
        content: done ? `Resource ${resource} fully ${verb}.` : `Resource ${resource} has been ${verb}.`,
      }
    }),
  },
})
