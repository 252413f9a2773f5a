import { concept } from '../../../concept'
import tables from './tables.sql'

export const agents = concept({ name: 'people/agents', tables: [tables] })
