// The text of what the organization uses and costs, in Spanish.

import type { usageWords as English } from '../en-usage'

export const usageWords: typeof English = {
  now: 'Contenido',
  counts: {
    people: 'Personas',
    active_people: 'Activas en los últimos 30 días',
    bots: 'Bots',
    channels: 'Canales',
    messages: 'Mensajes hasta ahora',
    messages_of_30_days: 'Mensajes en los últimos 30 días',
    file_bytes: 'Archivos',
  },
  days: 'Los últimos días',
  daysText: 'En UTC. Las cifras tienen unos minutos.',
  day: 'Día',
  ofDay: { messages: 'Mensajes', requests: 'Solicitudes', emails: 'Correos', pushes: 'Notificaciones push' },
  costs: 'Lo que un mes le cuesta al operador',
  calls: 'Llamadas',
  callsText:
    'Las voces y las imágenes van de navegador a navegador o por el servidor de medios del operador. Una llamada solo cuesta aquí sus solicitudes: una hora con diez uniones es menos de una décima de centavo. El relé y el servidor de medios se pagan donde funcionan.',
  mediaText:
    'El servidor de medios de Cloudflare cuesta 0,05 $ por cada GB que reciben los participantes, después de 1000 GB al mes: cerca de un centavo por una hora de diez voces y 40 centavos con diez cámaras.',
  costsText: (plan) =>
    `Una estimación a partir de las personas y los mensajes de los últimos 30 días, y del trabajo medido. Incluye ${plan} por el plan de la plataforma, y no incluye el almacenamiento. Los clientes con WebSockets cuestan menos que los clientes con long polling.`,
  resource: 'Trabajo',
  withSockets: 'Con WebSockets',
  withPolls: 'Con long polling',
  total: 'Un mes',
  resources: {
    worker_requests: 'Solicitudes',
    worker_cpu_ms: 'Tiempo de CPU, ms',
    realm_requests: 'Solicitudes al objeto de la organización',
    realm_gb_seconds: 'Memoria del objeto, GB-segundos',
    realm_rows_written: 'Filas escritas',
    realm_rows_read: 'Filas leídas',
    d1_rows_written: 'Filas escritas en el archivo',
    d1_rows_read: 'Filas leídas del archivo',
  },
  cell: (amount, dollars) => `${amount} · ${dollars}`,
}
