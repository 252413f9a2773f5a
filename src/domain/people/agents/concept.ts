import { concept } from '../../../concept'

export const agents = concept({ name: 'people/agents' })
