import { concept } from '../../../concept'
import { callTools } from './endpoints'

export const mcp = concept({
  name: 'integrations/mcp',
  title: 'Agents',
  endpoints: [callTools],
})
