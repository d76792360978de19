import type { Input } from '@meridian/contract/client/named-calls';
import AgentIcon from '@mui/icons-material/LocationCityOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import { AgentCreate, AgentEdit } from './agent-form.tsx';
import { AgentList } from './agent-list.tsx';

type Saved = Input<'POST /office/api/regional_agent_save'>;

export const agentsResource: OfficeResource = {
  name: 'regional-agents',
  permission: 'custody.read',
  options: { label: 'Regional agents' },
  icon: AgentIcon,
  list: AgentList,
  edit: AgentEdit,
  create: AgentCreate,
  recordRepresentation: 'account',
  calls: {
    list: ({ page, filter: { q }, signal }) =>
      call(
        'GET /office/api/regional_agents',
        { page, ...(q === undefined ? {} : { q }) },
        { signal },
      ),
    one: async (id, signal) => {
      const agent = (
        await call('GET /office/api/regional_agents', { user: Number(id) }, { signal })
      ).list[0];
      if (agent === undefined) throw new Error('This customer is not a regional agent.');
      return agent;
    },
    create: (data) => save(data, Number(data['user'])),
    update: (id, data) => save(data, Number(id)),
    remove: (id) => call('POST /office/api/regional_agent_remove', { user: Number(id) }),
  },
};

function save(data: Fields, user: number) {
  const { city_name, district_name } = data as unknown as Saved;
  return call('POST /office/api/regional_agent_save', { user, city_name, district_name });
}
