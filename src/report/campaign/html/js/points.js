// The points of a plot, found again from the results by the axes that the plot tells of.
function axis(text) {
  const [kind, ...numbers] = text.split(" ");
  const [low, high, from, to] = numbers.map(Number);
  const scale = kind === "log" ? Math.log10 : (value) => value;
  return (value) => from + ((scale(Math.min(high, Math.max(low, value))) - scale(low)) / (scale(high) - scale(low))) * (to - from);
}

function pointsOf(plot) {
  const { kind, x, y, lane, a, b } = plot.dataset;
  const [across, upward] = [axis(x), axis(y)];
  const [laneX, laneY] = lane.split(" ").map(Number);
  const points = [];
  const add = (px, py, row, lines) => points.push({ x: px, y: py, row, lines });
  const line = (row, engine) => engines[engine] + ": " + spoken(row.cells[engine]);
  if (kind === "cactus") {
    engines.forEach((_, engine) => {
      const chosen = rows.filter((row) => row.cells[engine] && solved(row.cells[engine]));
      chosen.sort((left, right) => left.cells[engine].seconds - right.cells[engine].seconds);
      chosen.forEach((row, index) => {
        const lines = () => [line(row, engine), index + 1 + " inputs are solved in this time or less"];
        add(across(index + 1), upward(row.cells[engine].seconds), row, lines);
      });
    });
  } else if (kind === "scatter") {
    for (const row of rows) {
      const [left, right] = [row.cells[a], row.cells[b]];
      if (!left || !right) continue;
      const none = !answered(left) && !answered(right);
      if (none && !left.wrong && !right.wrong && left.code !== "c" && right.code !== "c") continue;
      const px = answered(left) ? across(left.seconds) : laneX;
      add(px, answered(right) ? upward(right.seconds) : laneY, row, () => [line(row, a), line(row, b)]);
    }
  } else {
    for (const row of rows) {
      if (row.size === null) continue;
      row.cells.forEach((cell, engine) => {
        if (!cell) return;
        const lines = () => [row.size + " " + told.unit, line(row, engine)];
        add(across(row.size), answered(cell) ? upward(cell.seconds) : laneY, row, lines);
      });
    }
  }
  points.sort((left, right) => left.x - right.x || left.y - right.y);
  return points;
}

// The point nearest to a place, if one is near.
function nearest(points, x, y) {
  let best = -1;
  let distance = 18 * 18;
  for (let index = 0; index < points.length; index++) {
    const [dx, dy] = [points[index].x - x, points[index].y - y];
    if (dx * dx + dy * dy < distance) {
      distance = dx * dx + dy * dy;
      best = index;
    }
  }
  return best;
}
