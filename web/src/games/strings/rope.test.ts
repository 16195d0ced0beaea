import { describe, expect, it } from 'vitest';
import { far, lengthOf, nodesOf, Rope, simple, STEP, type Point } from './rope';
import { laid } from './draw';

describe('a string in the hand', () => {
  it('never grows longer than it is, however it is pulled', () => {
    const rope = new Rope([[0, 0]], 3000);
    for (let i = 0; i < 400; i++) rope.pull([Math.cos(i / 20) * i * 12, Math.sin(i / 13) * i * 12]);
    expect(rope.length).toBeLessThanOrEqual(3000 * 1.02);
    expect(rope.nodes[0]).toEqual([0, 0]);
  });
  it('lies where the hand went', () => {
    const rope = new Rope([[0, 0]], 3000);
    for (let x = 0; x <= 800; x += 20) rope.pull([x, 0]);
    for (let y = 0; y <= 800; y += 20) rope.pull([800, y]);
    const corner = Math.min(...rope.nodes.map((node) => far(node, [800, 0])));
    expect(corner).toBeLessThan(160);
    expect(far(rope.nodes[rope.nodes.length - 1], [800, 800])).toBeLessThan(STEP * 1.1);
  });
  it('draws taut when all of it is out', () => {
    const rope = new Rope([[0, 0]], 3000);
    for (let y = 0; y <= 700; y += 20) rope.pull([0, y]);
    for (let x = 0; x <= 6000; x += 20) rope.pull([x, 700]);
    const tip = rope.nodes[rope.nodes.length - 1];
    expect(far([0, 0], tip)).toBeGreaterThan(2800);
    expect(far([0, 0], tip)).toBeLessThanOrEqual(3060);
  });
  it('is taken up when the hand goes back', () => {
    const rope = new Rope([[0, 0]], 3000);
    for (let x = 0; x <= 1000; x += 20) rope.pull([x, 0]);
    for (let x = 1000; x >= 300; x -= 20) rope.pull([x, 0]);
    expect(rope.length).toBeLessThan(420);
  });
  it('keeps both ends when a bend is moved', () => {
    const rope = new Rope(
      [
        [0, 0],
        [2000, 0],
      ],
      3000,
    );
    rope.bend(20, [1000, 600]);
    expect(rope.nodes[0]).toEqual([0, 0]);
    expect(far(rope.nodes[rope.nodes.length - 1], [2000, 0])).toBeLessThan(2);
    expect(rope.length).toBeLessThanOrEqual(3000);
    rope.bend(20, [1000, 5000]);
    expect(rope.length).toBeLessThanOrEqual(3000);
  });
});

describe('a line', () => {
  it('is made simple without leaving its place', () => {
    const line: Point[] = Array.from({ length: 101 }, (_, i) => [i * 10, i < 50 ? 0 : (i - 50) * 10]);
    const few = simple(line, 4);
    expect(few.length).toBeLessThan(6);
    expect(lengthOf(few)).toBeCloseTo(lengthOf(line), -1);
  });
  it('has nodes at equal distances', () => {
    const nodes = nodesOf([
      [0, 0],
      [130, 0],
      [130, 400],
    ]);
    for (let i = 1; i < nodes.length - 1; i++) expect(far(nodes[i - 1], nodes[i])).toBeLessThanOrEqual(STEP + 1e-6);
    expect(nodes[nodes.length - 1]).toEqual([130, 400]);
  });
  it('is drawn in waves as long as its string', () => {
    const way: Point[] = [
      [0, 0],
      [1500, 0],
      [2200, 500],
    ];
    for (const length of [2400, 2600, 3000]) {
      const { points, coil } = laid(way, length);
      expect(Math.abs(lengthOf(points) + coil - length)).toBeLessThan(30);
      expect(points[0]).toEqual([0, 0]);
    }
  });
});
