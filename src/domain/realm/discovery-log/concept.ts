import { concept } from '../../../concept'
import tables from './tables.sql'

export const discoveryLog = concept({ name: 'realm/discovery-log', tables: [tables] })
