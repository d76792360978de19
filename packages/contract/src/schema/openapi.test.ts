import { describe, expect, it } from 'vitest';
import { demoFaucet } from '../demo/calls.ts';
import { marketDepth } from '../market/calls.ts';
import { openApiDocument } from './openapi.ts';

const document = openApiDocument([demoFaucet, marketDepth], { title: 'Meridian', version: '1' });

describe('openApiDocument', () => {
  it('says how a call is made and who may make it', () => {
    const faucet = document.paths['/api/demo/faucet']?.['post'] as {
      parameters: { name: string }[];
      security: unknown[];
    };
    expect(faucet.parameters.map(({ name }) => name)).toEqual(['lang', 'Idempotency-Key']);
    expect(faucet.security).toEqual([{ session: [] }]);
    const depth = document.paths['/api/market/depth']?.['get'] as {
      parameters: { name: string; required: boolean }[];
      security: unknown[];
    };
    expect(depth.parameters).toContainEqual(
      expect.objectContaining({ name: 'legal_id', in: 'query', required: true }),
    );
    expect(depth.security).toEqual([{}, { session: [] }]);
  });

  it('is plain JSON in the dialect of OpenAPI 3.1', () => {
    const text = JSON.stringify(document);
    expect(JSON.parse(text)).toEqual(document);
    expect(text).toContain('"prefixItems":[');
    expect(text).not.toMatch(/"items":\[/);
  });
});
