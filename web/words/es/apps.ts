import type { appWords as English } from '../en-apps'

export const appWords: typeof English = {
  title: 'En teléfonos y ordenadores',
  apps: 'Las aplicaciones de Zulip para teléfonos y ordenadores abren esta organización. Indícales la dirección de esta página. Para las llamadas, usa un navegador.',
  on: 'Los teléfonos reciben notificaciones, cifradas para cada teléfono.',
  ends: (date) =>
    `Los teléfonos reciben notificaciones hasta el ${date}. Entonces termina el plan de esta organización.`,
  off: 'Los teléfonos no reciben notificaciones por ahora.',
  why: 'Hacen falta un servidor registrado en el servicio de notificaciones, un teléfono con la sesión iniciada y, para más de diez personas, un plan.',
  aboutApps: 'Qué funciona en cada aplicación',
  getApps: 'Obtener las aplicaciones',
  plans: 'Planes del servicio de notificaciones',
  bill: 'Plan y factura de esta organización',
}
