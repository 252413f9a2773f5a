import { concept } from '../../../concept'
import { fillInAutomationForm, getAutomationForms, startAutomation } from './arrival-endpoints'
import { runAutomations } from './due-work'
import {
  addAutomation,
  deleteAutomation,
  getAutomationRuns,
  getAutomations,
  getAutomationSecrets,
  stopAutomations,
  tryOutAutomation,
  updateAutomation,
} from './endpoints'
import { automationsChanged, automationsState } from './events'
import { startAfterMessage, startAfterNewMember, startAfterReaction } from './start'
import tables from './tables.sql'

export const automations = concept({
  name: 'integrations/automations',
  title: 'Automations',
  tables: [tables],
  endpoints: [
    getAutomations,
    addAutomation,
    tryOutAutomation,
    stopAutomations,
    updateAutomation,
    deleteAutomation,
    getAutomationRuns,
    getAutomationSecrets,
    getAutomationForms,
    fillInAutomationForm,
    startAutomation,
  ],
  events: [automationsChanged],
  state: [automationsState],
  consequences: [startAfterMessage, startAfterReaction, startAfterNewMember],
  dueWork: [runAutomations],
})
